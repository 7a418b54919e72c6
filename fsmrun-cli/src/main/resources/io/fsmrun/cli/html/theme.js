// Runs before anything is drawn, so that the page does not change colour under the reader's eyes.
(function () {
  'use strict';
  var root = document.documentElement;
  root.classList.add('js');
  var key = 'theme ' + location.pathname;
  window.pageTheme = {
    // What the reader chose for this page, as long as its tab is open; else null.
    chosen: function () {
      return root.getAttribute('data-theme');
    },
    choose: function (theme) {
      root.setAttribute('data-theme', theme);
      try {
        sessionStorage.setItem(key, theme);
      } catch (e) {
        // Not allowed here: then it is forgotten when the page is left.
      }
    },
    isDark: function () {
      var chosen = this.chosen();
      return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    }
  };
  try {
    var kept = sessionStorage.getItem(key);
    if (kept === 'dark' || kept === 'light') {
      root.setAttribute('data-theme', kept);
    }
  } catch (e) {
    // As above.
  }
})();
