/** What the ways of running one stream in several places at once gain over one chain. */
package io.fsmrun.bench.lanes;
