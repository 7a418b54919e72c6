/** Searching files for the matches of a database, with the habits of grep. */
package io.fsmrun.cli.scan;
