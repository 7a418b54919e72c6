/** Measuring how fast rulesets scan, after the reports were found right. */
package io.fsmrun.cli.bench;
