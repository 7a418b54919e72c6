package io.fsmrun.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;

class ShareOfTriesTest {

  private static int tries;
  private static int fewTries;

  @Example
  void leavesFewAsTheyAre() {
    assertThat(ShareOfTries.share(1000, 100)).isEqualTo(1000);
    assertThat(ShareOfTries.share(1000, 40)).isEqualTo(400);
    assertThat(ShareOfTries.share(30, 40)).isEqualTo(20);
    assertThat(ShareOfTries.share(6, 40)).isEqualTo(6);
    assertThat(ShareOfTries.share(Integer.MAX_VALUE, 100)).isEqualTo(Integer.MAX_VALUE);
  }

  @Property(tries = 200)
  void isAppliedToEveryProperty(@ForAll long seed) {
    tries++;
  }

  @Property(tries = 10)
  void isNotAppliedToFew(@ForAll long seed) {
    fewTries++;
  }

  @AfterContainer
  static void asManyAsAskedFor() {
    int percent = Integer.getInteger(ShareOfTries.PROPERTY, 100);
    assertThat(tries).isEqualTo(ShareOfTries.share(200, percent));
    assertThat(fewTries).isEqualTo(10);
  }
}
