package io.fsmrun.cli;

import io.fsmrun.ap.chip.DeviceModel;
import java.util.Locale;

/** Devices that networks are placed on, by the names that users type. */
enum DeviceName {
  D480,
  /** One that does not exist, with edges between half-cores. */
  HYPOTHETICAL;

  DeviceModel model() {
    return this == D480 ? DeviceModel.d480() : DeviceModel.hypothetical();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
