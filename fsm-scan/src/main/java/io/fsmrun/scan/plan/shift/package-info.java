/** Which rules can be bits that are shifted, and how. */
package io.fsmrun.scan.plan.shift;
