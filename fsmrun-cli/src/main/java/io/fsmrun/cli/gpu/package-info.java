/** Whole rulesets on a GPU, for the commands that scan with the library. */
package io.fsmrun.cli.gpu;
