/** How a study of convergence is shown: as a page, as plots, as JSON, as text. */
package io.fsmrun.cli.profile;
