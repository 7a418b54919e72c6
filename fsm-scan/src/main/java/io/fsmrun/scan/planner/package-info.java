/** Splits rulesets over engines: see {@link io.fsmrun.scan.planner.Planner}. */
package io.fsmrun.scan.planner;
