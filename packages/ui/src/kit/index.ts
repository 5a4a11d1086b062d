export { AlertDialog } from './overlays/alert-dialog.tsx'
export { ErrorBoundary } from './layout/error-boundary.tsx'
export { Badge, Chip, CountBadge, type Tone } from './marks/badge.tsx'
export { Button } from './button.tsx'
export { Callout } from './layout/callout.tsx'
export { Card, CardFooter, CardHeader, CardSection, CardGroup } from './layout/card.tsx'
export { Checkbox } from './fields/checkbox.tsx'
export { classNames } from './class-names.ts'
export { CodeBlock } from './text/code-block.tsx'
export { Combobox } from './fields/combobox.tsx'
export {
  CommandPalette,
  PaletteDialog,
  PaletteSearch,
  type CommandPaletteProps,
} from './overlays/command-palette.tsx'
export { CopyButton } from './text/copy-button.tsx'
export { Dialog } from './overlays/dialog.tsx'
export { Disclosure } from './layout/disclosure.tsx'
export { dedent } from './text/dedent.ts'
export { DiffText } from './text/diff-text.tsx'
export { EmptyState } from './layout/empty-state.tsx'
export { AppLayout } from './layout/app-layout.tsx'
export { countHidden, hasHidden, withoutHidden } from './text/hidden-characters.ts'
export { IconButton } from './marks/icon-button.tsx'
export { Icon, type IconType } from './marks/icon.tsx'
export { isComposing } from './fields/is-composing.ts'
export { JsonTree } from './json/json-tree.tsx'
export { JsonView } from './json/json-view.tsx'
export { Kbd } from './marks/kbd.tsx'
export { KeyValues, type KeyValue } from './lists/key-values.tsx'
export { type KitLabels } from './kit-labels.ts'
export { KitProvider } from './kit-provider.tsx'
export { List, ListHeading, ListRow, ListSection } from './lists/list.tsx'
export { MAX_WITHOUT_VIRTUAL, VirtualList } from './lists/virtual-list.tsx'
export { LiveRegion } from './live-region.tsx'
export { Logo } from './marks/logo.tsx'
export { type MenuEntry } from './overlays/menu-entries.tsx'
export { ContextMenu, Menu } from './overlays/menu.tsx'
export { OptionList, optionId } from './fields/option-list.tsx'
export { filterPalette, type PaletteGroup, type PaletteItem } from './overlays/palette-items.ts'
export { PaneBody, PaneFooter, PaneHeader } from './layout/pane.tsx'
export {
  checkByteLimits,
  checkPictureLimits,
  MAX_BYTES,
  MAX_EDGE,
  MAX_PIXELS,
  type PictureCheck,
} from './picture-limits/check-picture-limits.ts'
export { useIsNearView } from './lists/use-is-near-view.ts'
export { usePictureSlot } from './picture-limits/picture-budget.ts'
export { Popover } from './overlays/popover.tsx'
export { ProgressBar } from './layout/progress.tsx'
export { RadioGroup } from './fields/radio-group.tsx'
export { Rail, RailItem } from './layout/rail.tsx'
export { revealed, RevealText, ShowWholeText } from './text/reveal-text.tsx'
export { ProgressiveList } from './lists/progressive-list.tsx'
export {
  ExcludeFromUnseenParts,
  useUnseenFold,
  useUnseenPart,
  useUnseenParts,
} from './text/unseen-parts.tsx'
export { countJsonRows } from './json/json-rows.ts'
export { useRawView } from './json/use-raw-view.tsx'
export type { SchemaProblem } from './schema-form/check-value.ts'
export type { SchemaFormLabels } from './schema-form/form-context.ts'
export { formOmitsValues } from './schema-form/form-omits-values.ts'
export { initialArguments } from './schema-form/initial-value.ts'
export { SchemaFormView } from './schema-form/schema-form.tsx'
export {
  rawDraftOf,
  useSchemaForm,
  type SchemaForm,
  type SchemaFormDraft,
} from './schema-form/use-schema-form.ts'
export { SearchField } from './fields/search-field.tsx'
export { Select } from './fields/select.tsx'
export { ServerIcon } from './marks/server-icon.tsx'
export { HueMark, ServerName } from './marks/server-name.tsx'
export { Sheet } from './overlays/sheet.tsx'
export { Skeleton } from './layout/skeleton.tsx'
export { Spinner } from './layout/spinner.tsx'
export {
  useSeenIncrementalList,
  useIncrementalList,
  type IncrementalList,
} from './lists/use-incremental-list.ts'
export { StatusDot } from './marks/status-dot.tsx'
export { SuggestField } from './fields/suggest-field.tsx'
export { Switch } from './fields/switch.tsx'
export { Tabs, type TabItem } from './layout/tabs.tsx'
export { AutoGrowTextArea, TextArea } from './fields/text-area.tsx'
export { Field, type FieldTexts } from './fields/field.tsx'
export { TextField } from './fields/text-field.tsx'
export { TitleField } from './fields/title-field.tsx'
export { useToasts } from './overlays/toast.tsx'
export { useTooltip } from './overlays/tooltip.tsx'
export { VisuallyHidden } from './visually-hidden.tsx'
