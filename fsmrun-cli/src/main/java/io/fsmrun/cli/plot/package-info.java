/** Charts as PNG and SVG files. */
package io.fsmrun.cli.plot;
