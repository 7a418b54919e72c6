/** Rules that are bytes of one set in a row, and how many. */
package io.fsmrun.scan.plan.run;
