// The switch between light and dark, and what changes for paper.
(function () {
  'use strict';
  var button = document.getElementById('theme');
  var listeners = [];
  var opened = [];

  function label() {
    button.textContent = window.pageTheme.isDark() ? 'Light theme' : 'Dark theme';
  }

  function changed(onPaper) {
    label();
    listeners.forEach(function (listener) {
      listener(onPaper);
    });
  }

  // Called with true before the page is printed, with false when its colours or its width changed.
  window.pageTheme.listen = function (listener) {
    listeners.push(listener);
  };

  button.hidden = false;
  label();
  button.addEventListener('click', function () {
    window.pageTheme.choose(window.pageTheme.isDark() ? 'light' : 'dark');
    changed(false);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', function () {
    changed(false);
  });

  // Without a script everything is open. With one, what is folded away starts so.
  document.querySelectorAll('details').forEach(function (fold) {
    fold.open = false;
  });
  function openTarget() {
    var target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    for (var at = target; at; at = at.parentElement) {
      if (at.tagName === 'DETAILS') {
        at.open = true;
      }
    }
  }
  addEventListener('hashchange', openTarget);
  openTarget();

  addEventListener('beforeprint', function () {
    document.querySelectorAll('details.part:not([open])').forEach(function (fold) {
      fold.open = true;
      opened.push(fold);
    });
    changed(true);
  });
  addEventListener('afterprint', function () {
    opened.splice(0).forEach(function (fold) {
      fold.open = false;
    });
    changed(false);
  });
})();
