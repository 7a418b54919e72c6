package io.fsmrun.gpu.device;

/** A device that is absent, refuses work, or failed. The message says what and why, for users. */
public final class DeviceException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * A failure.
   *
   * @param message what happened, and what to do if that is known
   */
  public DeviceException(String message) {
    super(message);
  }

  /**
   * A failure with a cause.
   *
   * @param message what happened, and what to do if that is known
   * @param cause why
   */
  public DeviceException(String message, Throwable cause) {
    super(message, cause);
  }
}
