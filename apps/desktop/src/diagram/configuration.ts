import type { MermaidConfig } from 'mermaid'

/** Every setting that there is; one that a new version adds does not compile until it is here. */
const allSettings = {
  agentflow: true,
  altFontFamily: true,
  architecture: true,
  arrowMarkerAbsolute: true,
  block: true,
  c4: true,
  class: true,
  cynefin: true,
  darkMode: true,
  deterministicIDSeed: true,
  deterministicIds: true,
  dompurifyConfig: true,
  elk: true,
  er: true,
  eventmodeling: true,
  flowchart: true,
  fontFamily: true,
  fontSize: true,
  forceLegacyMathML: true,
  gantt: true,
  gitGraph: true,
  handDrawnSeed: true,
  htmlLabels: true,
  ishikawa: true,
  journey: true,
  kanban: true,
  layout: true,
  legacyMathML: true,
  logLevel: true,
  look: true,
  markdownAutoWrap: true,
  maxEdges: true,
  maxTextSize: true,
  mindmap: true,
  packet: true,
  pie: true,
  quadrantChart: true,
  radar: true,
  railroad: true,
  requirement: true,
  sankey: true,
  secure: true,
  securityLevel: true,
  sequence: true,
  startOnLoad: true,
  state: true,
  suppressErrorRendering: true,
  swimlane: true,
  theme: true,
  themeCSS: true,
  themeVariables: true,
  timeline: true,
  treeView: true,
  usecase: true,
  venn: true,
  'wardley-beta': true,
  wrap: true,
  xyChart: true,
} as const satisfies Record<keyof Required<MermaidConfig>, true>

export type Theme = 'light' | 'dark'

/** Beyond these a diagram is not laid out. The first is above what main lets through. */
const MAX_TEXT = 20_000
const MAX_EDGES = 280

/** Of the system: a picture cannot load the fonts of the app. */
const FONT = 'Inter, "Segoe UI", system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif'

/** As the colours of the app are in each theme. */
const colors = {
  light: {
    background: '#ffffff',
    primaryColor: '#f0effc',
    primaryTextColor: '#1d1d1b',
    primaryBorderColor: '#8b88e6',
    secondaryColor: '#f3f3f0',
    secondaryBorderColor: '#b4b3ab',
    tertiaryColor: '#fbfbfa',
    tertiaryBorderColor: '#d6d5cf',
    lineColor: '#6f6e68',
    textColor: '#1d1d1b',
    noteBkgColor: '#fdf3e1',
    noteTextColor: '#1d1d1b',
    noteBorderColor: '#d9b26a',
    edgeLabelBackground: '#ffffff',
    errorBkgColor: '#fcecec',
    errorTextColor: '#c22f3d',
  },
  dark: {
    background: '#201f1d',
    primaryColor: '#2a2948',
    primaryTextColor: '#ecebe6',
    primaryBorderColor: '#6f6cd0',
    secondaryColor: '#2d2c29',
    secondaryBorderColor: '#5c5b54',
    tertiaryColor: '#262522',
    tertiaryBorderColor: '#3b3a36',
    lineColor: '#a6a59d',
    textColor: '#ecebe6',
    noteBkgColor: '#352a17',
    noteTextColor: '#ecebe6',
    noteBorderColor: '#8a6a2f',
    edgeLabelBackground: '#201f1d',
    errorBkgColor: '#3a1f22',
    errorTextColor: '#ff7b83',
  },
} as const

/** One after the other, of parts that only their colour tells apart. */
const HUES = [242, 180, 316, 36, 214, 264, 96, 58, 20, 150, 290, 0]

function manyColors(theme: Theme): Record<string, unknown> {
  const [saturation, lightness] = theme === 'dark' ? [34, 36] : [62, 80]
  const palette = HUES.map((hue) => `hsl(${hue}, ${saturation}%, ${lightness}%)`)
  const text = colors[theme].textColor
  const entries = palette.flatMap((color, index): [string, string][] => [
    [`pie${index + 1}`, color],
    [`cScale${index}`, color],
    [`cScaleLabel${index}`, text],
    [`git${index}`, color],
    [`gitBranchLabel${index}`, text],
  ])
  return {
    ...Object.fromEntries(entries),
    // It is split at its commas.
    xyChart: { plotColorPalette: palette.map((color) => color.replaceAll(',', '')).join(',') },
  }
}

/** Colors that the theme would derive from those above. */
function derivedColors(theme: Theme): Record<string, unknown> {
  const { background, textColor, lineColor } = colors[theme]
  const { primaryColor, primaryBorderColor, secondaryColor, tertiaryColor } = colors[theme]
  return {
    secondaryTextColor: textColor,
    tertiaryTextColor: textColor,
    titleColor: textColor,
    gridColor: lineColor,
    pieStrokeColor: background,
    pieOuterStrokeColor: lineColor,
    pieOuterStrokeWidth: '1px',
    pieOpacity: '1',
    rowOdd: tertiaryColor,
    rowEven: secondaryColor,
    sectionBkgColor: secondaryColor,
    altSectionBkgColor: background,
    sectionBkgColor2: tertiaryColor,
    taskTextClickableColor: textColor,
    taskBkgColor: primaryColor,
    commitLabelColor: textColor,
    commitLabelBackground: secondaryColor,
    relationLabelBackground: background,
    archEdgeColor: lineColor,
    archEdgeArrowColor: lineColor,
    archGroupBorderColor: lineColor,
    packet: {
      startByteColor: textColor,
      endByteColor: textColor,
      labelColor: textColor,
      titleColor: textColor,
      blockStrokeColor: primaryBorderColor,
      blockFillColor: primaryColor,
    },
  }
}

export const backgroundOf = (theme: Theme): string => colors[theme].background

export function configuration(theme: Theme): MermaidConfig {
  return {
    startOnLoad: false,
    securityLevel: 'strict',
    // What a diagram sets of any setting has no effect.
    secure: Object.keys(allSettings),
    htmlLabels: false,
    maxTextSize: MAX_TEXT,
    maxEdges: MAX_EDGES,
    suppressErrorRendering: true,
    deterministicIds: true,
    deterministicIDSeed: 'diagram',
    logLevel: 'fatal',
    layout: 'dagre',
    look: 'classic',
    theme: 'base',
    darkMode: theme === 'dark',
    fontFamily: FONT,
    fontSize: 14,
    themeVariables: {
      ...colors[theme],
      ...derivedColors(theme),
      ...manyColors(theme),
      darkMode: theme === 'dark',
      fontFamily: FONT,
      fontSize: '14px',
    },
  }
}
