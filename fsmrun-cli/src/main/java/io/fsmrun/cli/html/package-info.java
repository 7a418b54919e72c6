/** Pages that stand alone: one file, no server, no network. */
package io.fsmrun.cli.html;
