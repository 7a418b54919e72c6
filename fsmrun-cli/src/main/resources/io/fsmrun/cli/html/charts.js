// Draws the charts of the page from the data beside them.
(function () {
  'use strict';
  // Neighbours differ in brightness too, so that they can be told apart in grey.
  var BARS = {
    light: ['#1b4f8a', '#e07b39', '#a9c8e6', '#4b7a2b', '#f3d27a', '#7a3b69', '#9a9a9a'],
    dark: ['#3b7cc4', '#f0975a', '#cfe1f4', '#5f9a40', '#f7e2a0', '#b978a9', '#9a9a9a']
  };
  var LINES = {
    light: ['#1b4f8a', '#c4500f', '#3f7a2a', '#7a3b69', '#5d7f9e', '#7a6200', '#555555'],
    dark: ['#6fb0f2', '#f5a06a', '#8ccb6d', '#dba0cc', '#cfe1f4', '#ecd27a', '#bbbbbb']
  };
  var DASHES = [[], [8, 4], [2, 3], [11, 4, 2, 4], [16, 5], [5, 2], [8, 3, 2, 3, 2, 3]];
  var SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect', 'emptyDiamond'];
  var PAPER_WIDTH = 640;
  var MOST_MARKED_POINTS = 40;

  function number(value) {
    if (value === null || value === undefined || !isFinite(value)) {
      return '';
    }
    var size = Math.abs(value);
    if (size !== 0 && size < 1e-4) {
      return value.toExponential(3).replace(/\.?0+e/, 'e');
    }
    return value.toLocaleString('en-US', {maximumSignificantDigits: size < 1 ? 4 : Math.max(6, Math.ceil(Math.log10(size + 1)))});
  }

  function superscript(power) {
    return String(power).replace(/./g, function (c) {
      return c === '-' ? '\u207b' : '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079'.charAt(Number(c));
    });
  }

  function tick(value) {
    var power = Math.round(Math.log10(Math.abs(value)));
    if (value > 0 && Math.abs(value / Math.pow(10, power) - 1) < 1e-9 && (power > 5 || power < -3)) {
      return '10' + superscript(power);
    }
    return number(value);
  }

  function colours(onPaper) {
    var style = getComputedStyle(document.documentElement);
    var dark = !onPaper && window.pageTheme.isDark();
    // Before paper the page still has the colours of the screen.
    return {
      name: dark ? 'dark' : 'light',
      ink: onPaper ? '#000000' : style.getPropertyValue('--ink').trim(),
      quiet: onPaper ? '#444444' : style.getPropertyValue('--quiet').trim(),
      rule: onPaper ? '#cccccc' : style.getPropertyValue('--rule').trim(),
      ground: onPaper ? '#ffffff' : style.getPropertyValue('--ground').trim()
    };
  }

  // Nothing at or below 0 has a place on a logarithmic axis.
  function shown(value, isLog) {
    return value === null || isLog && value <= 0 ? '-' : value;
  }

  function powersAround(values) {
    var positive = values.filter(function (v) {
      return v !== null && v > 0;
    });
    if (positive.length === 0) {
      return {min: 1, max: 10};
    }
    var least = positive.reduce(function (a, b) { return Math.min(a, b); });
    var most = positive.reduce(function (a, b) { return Math.max(a, b); });
    var low = Math.floor(Math.log10(least) + 1e-9);
    var high = Math.ceil(Math.log10(most) - 1e-9);
    return {min: Math.pow(10, low), max: Math.pow(10, Math.max(high, low + 1))};
  }

  function axis(name, isLog, values, theme, isBase) {
    var result = {
      type: isLog ? 'log' : 'value',
      name: name,
      nameLocation: 'middle',
      nameTextStyle: {color: theme.quiet, fontSize: 13},
      axisLabel: {color: theme.ink, fontSize: 12, formatter: tick, hideOverlap: true},
      axisLine: {show: true, lineStyle: {color: theme.quiet}},
      splitLine: {lineStyle: {color: theme.rule}},
      minorSplitLine: {show: false}
    };
    if (isLog) {
      var range = powersAround(values);
      if (isBase) {
        // A bar of the least value needs some height.
        range.min = range.min / (values.indexOf(range.min) >= 0 ? 10 : 1);
        result.startValue = range.min;
      }
      result.min = range.min;
      result.max = range.max;
    }
    return result;
  }

  function tip(heading, rows) {
    var box = document.createElement('div');
    box.className = 'tip';
    var title = document.createElement('strong');
    title.textContent = heading;
    box.appendChild(title);
    var table = document.createElement('table');
    rows.forEach(function (row) {
      var line = table.insertRow();
      line.insertCell().textContent = row[0];
      var value = line.insertCell();
      value.className = 'number';
      value.textContent = row[1];
    });
    box.appendChild(table);
    return box;
  }

  function base(theme, tooltip) {
    return {
      animation: false,
      backgroundColor: 'transparent',
      textStyle: {fontFamily: getComputedStyle(document.body).fontFamily},
      legend: {show: false},
      grid: {left: 12, right: 22, top: 14, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all'},
      tooltip: {
        trigger: 'axis',
        confine: true,
        transitionDuration: 0,
        backgroundColor: theme.ground,
        borderColor: theme.quiet,
        textStyle: {color: theme.ink},
        axisPointer: {lineStyle: {color: theme.quiet}, shadowStyle: {color: theme.quiet, opacity: 0.12}},
        formatter: tooltip
      }
    };
  }

  // Lines so dense that dashes would be lost have none.
  function dashes(i, points) {
    var pattern = DASHES[i % DASHES.length];
    return pattern.length && points <= 500 ? pattern : 'solid';
  }

  function lineOption(data, width, theme) {
    var xs = [];
    var ys = [];
    data.lines.forEach(function (line) {
      line.points.forEach(function (point) {
        xs.push(point[0]);
        ys.push(point[1]);
      });
    });
    var option = base(theme, function (items) {
      return tip((data.xLabel ? data.xLabel + ': ' : '') + number(items[0].axisValue), items.map(function (item) {
        return [item.seriesName, number(item.value[1])];
      }));
    });
    option.xAxis = axis(data.xLabel, data.xLog, xs, theme, false);
    option.xAxis.nameGap = 30;
    option.xAxis.splitLine.show = data.xLog;
    if (!data.xLog) {
      option.xAxis.min = 'dataMin';
      option.xAxis.max = 'dataMax';
      // The ends are where the data end; only round numbers are written.
      option.xAxis.axisLabel.showMaxLabel = false;
      option.xAxis.splitNumber = width < 500 ? 3 : 6;
    }
    option.yAxis = axis(data.yLabel, data.yLog, ys, theme, false);
    option.series = data.lines.map(function (line, i) {
      return {
        type: 'line',
        name: line.name,
        symbol: SYMBOLS[i % SYMBOLS.length],
        symbolSize: 7,
        showSymbol: line.points.length <= MOST_MARKED_POINTS,
        showAllSymbol: true,
        connectNulls: false,
        color: LINES[theme.name][i % LINES.light.length],
        lineStyle: {width: 2, type: dashes(i, line.points.length)},
        emphasis: {disabled: true},
        data: line.points.map(function (point) {
          return [shown(point[0], data.xLog), shown(point[1], data.yLog)];
        })
      };
    });
    return option;
  }

  // Many bars need more room than a phone is wide: there they lie.
  function lies(data, width) {
    return width < 560 && data.categories.length * data.series.length > 14;
  }

  function barOption(data, width, theme) {
    var lying = lies(data, width);
    var all = [].concat.apply([], data.series.map(function (series) {
      return series.values;
    }));
    var option = base(theme, function (items) {
      return tip(items[0].name, items.map(function (item) {
        return [item.seriesName, number(data.series[item.seriesIndex].values[item.dataIndex])];
      }));
    });
    option.tooltip.axisPointer.type = 'shadow';
    var values = axis(data.yLabel, data.yLog, all, theme, true);
    var longest = data.categories.reduce(function (most, name) {
      return Math.max(most, name.length);
    }, 0);
    var crowded = longest * 7 > (width - 80) / data.categories.length;
    var names = {
      type: 'category',
      data: data.categories,
      name: lying ? '' : data.xLabel,
      nameLocation: 'middle',
      nameTextStyle: {color: theme.quiet, fontSize: 13},
      inverse: lying,
      axisLabel: {
        color: theme.ink,
        fontSize: 12,
        interval: data.categories.length > 40 ? 'auto' : 0,
        rotate: !lying && crowded ? 40 : 0,
        width: lying ? width * 0.3 : 170,
        overflow: 'truncate'
      },
      axisTick: {show: false},
      axisLine: {lineStyle: {color: theme.quiet}}
    };
    option.xAxis = lying ? values : names;
    option.xAxis.nameGap = lying ? 30 : crowded ? 60 : 30;
    option.yAxis = lying ? names : values;
    option.series = data.series.map(function (series, i) {
      return {
        type: 'bar',
        name: series.name,
        color: BARS[theme.name][i % BARS.light.length],
        itemStyle: {borderColor: theme.ink, borderWidth: 0.5},
        barGap: '5%',
        barCategoryGap: '22%',
        barMaxWidth: 60,
        emphasis: {disabled: true},
        data: series.values.map(function (value) {
          return shown(value, data.yLog);
        })
      };
    });
    return option;
  }

  function height(data, width, onPaper) {
    if (onPaper) {
      return Math.round(width * 0.46);
    }
    if (data.kind === 'bars' && lies(data, width)) {
      return Math.max(260, data.categories.length * (data.series.length * 9 + 10) + 70);
    }
    return Math.round(Math.max(270, Math.min(400, width * 0.6)));
  }

  function swatch(data, i, theme) {
    var ns = 'http://www.w3.org/2000/svg';
    var svg = document.createElementNS(ns, 'svg');
    svg.setAttribute('width', '28');
    svg.setAttribute('height', '14');
    svg.setAttribute('aria-hidden', 'true');
    var mark = document.createElementNS(ns, data.kind === 'bars' ? 'rect' : 'line');
    var attributes = data.kind === 'bars'
      ? {x: 6, y: 1, width: 16, height: 12, fill: BARS[theme.name][i % BARS.light.length], stroke: theme.ink, 'stroke-width': 0.5}
      : {x1: 0, x2: 28, y1: 7, y2: 7, stroke: LINES[theme.name][i % LINES.light.length], 'stroke-width': 2.5, 'stroke-dasharray': dashes(i, data.lines[i].points.length).toString().replace('solid', 'none')};
    Object.keys(attributes).forEach(function (name) {
      mark.setAttribute(name, attributes[name]);
    });
    svg.appendChild(mark);
    return svg;
  }

  function start(figure) {
    var data = JSON.parse(figure.querySelector('script[type="application/json"]').textContent);
    var box = figure.querySelector('.chart');
    var legend = figure.querySelector('.legend');
    var names = (data.lines || data.series).map(function (series) {
      return series.name;
    });
    var hidden = {};
    var chart = null;
    var drawnWidth = -1;

    function drawLegend(theme) {
      legend.hidden = names.length < 2;
      names.forEach(function (name, i) {
        var button = legend.children[i] && legend.children[i].firstChild;
        if (!button) {
          button = document.createElement('button');
          button.type = 'button';
          button.appendChild(document.createElement('span'));
          button.lastChild.textContent = name;
          button.addEventListener('click', function () {
            hidden[name] = !hidden[name];
            draw(false);
          });
          var item = document.createElement('li');
          item.appendChild(button);
          legend.appendChild(item);
        }
        button.setAttribute('aria-pressed', String(!hidden[name]));
        if (button.children.length > 1) {
          button.removeChild(button.firstChild);
        }
        button.insertBefore(swatch(data, i, theme), button.firstChild);
      });
    }

    function draw(onPaper) {
      // Folded away, it has no width yet; it is drawn when it is unfolded.
      var width = onPaper ? PAPER_WIDTH : box.clientWidth;
      if (width === 0) {
        return;
      }
      drawnWidth = width;
      var theme = colours(onPaper);
      var size = {width: width, height: height(data, width, onPaper)};
      box.style.height = size.height + 'px';
      if (!chart) {
        chart = window.echarts.init(box, null, {renderer: 'svg', width: width, height: size.height});
      } else {
        chart.resize({width: width, height: size.height, silent: true});
      }
      var option = data.kind === 'bars' ? barOption(data, width, theme) : lineOption(data, width, theme);
      option.legend.selected = {};
      names.forEach(function (name) {
        option.legend.selected[name] = !hidden[name];
      });
      option.legend.data = names;
      chart.setOption(option, {notMerge: true});
      if (onPaper) {
        chart.getZr().flush();
      }
      var svg = box.querySelector('svg');
      svg.setAttribute('viewBox', '0 0 ' + width + ' ' + size.height);
      svg.setAttribute('aria-hidden', 'true');
      drawLegend(theme);
    }

    window.pageTheme.listen(draw);
    var printing = false;
    addEventListener('beforeprint', function () { printing = true; });
    addEventListener('afterprint', function () { printing = false; });
    new ResizeObserver(function () {
      if (!printing && box.clientWidth !== drawnWidth) {
        draw(false);
      }
    }).observe(box);
    draw(false);
  }

  document.querySelectorAll('figure.plot').forEach(start);
})();
