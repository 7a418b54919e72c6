package io.fsmrun.cli;

/**
 * Where the user wants rules to run.
 *
 * @param name the back end
 * @param gpu number of the GPU, from 0
 * @param strict whether the run ends if that back end fails; it goes on elsewhere otherwise
 */
record BackendRequest(BackendName name, int gpu, boolean strict) {}
