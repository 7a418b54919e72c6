/**
 * Rulesets split over what can run them: bit streams and tables on the device, and threads of the
 * host for what the device does not take. Which rule goes where and why, in how large pieces, and
 * scans whose reports are merged.
 */
package io.fsmrun.gpu.plan;
