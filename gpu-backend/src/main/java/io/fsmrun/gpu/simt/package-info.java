/**
 * A reference executor of kernels: a device in plain Java that runs the PTX that ships, a warp at a
 * time, and checks each access to memory. It proves kernels exact where there is no GPU, and counts
 * what a GPU would be slowed by. It knows integers only.
 *
 * <p>Text becomes a model ({@code Ptx...}), the model becomes operations ({@code ...Decoder}), and
 * warps run these ({@code Warp}, {@code BlockRun}, {@code Launch}).
 */
package io.fsmrun.gpu.simt;
