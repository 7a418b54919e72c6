/** What networks mean, written to be read: the judge of every engine and every transformation. */
package io.fsmrun.ap.reference;
