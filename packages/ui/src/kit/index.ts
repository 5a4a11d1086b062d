export { AlertDialog } from './alert-dialog.tsx'
export { ErrorBoundary } from './error-boundary.tsx'
export { Badge, Chip, CountBadge, type Tone } from './badge.tsx'
export { Button } from './button.tsx'
export { Callout } from './callout.tsx'
export { Card, CardFooter, CardHeader, CardSection, CardGroup } from './card.tsx'
export { Checkbox } from './checkbox.tsx'
export { classNames } from './class-names.ts'
export { CodeBlock } from './code-block.tsx'
export { Combobox } from './combobox.tsx'
export {
  CommandPalette,
  PaletteDialog,
  PaletteSearch,
  type CommandPaletteProps,
} from './command-palette.tsx'
export { CopyButton } from './copy-button.tsx'
export { Dialog } from './dialog.tsx'
export { Disclosure } from './disclosure.tsx'
export { dedent } from './dedent.ts'
export { DiffText } from './diff-text.tsx'
export { EmptyState } from './empty-state.tsx'
export { AppLayout } from './app-layout.tsx'
export { countHidden, hasHidden, withoutHidden } from './hidden-characters.ts'
export { IconButton } from './icon-button.tsx'
export { Icon, type IconType } from './icon.tsx'
export { isComposing } from './is-composing.ts'
export { JsonTree } from './json-tree.tsx'
export { JsonView } from './json-view.tsx'
export { Kbd } from './kbd.tsx'
export { KeyValues, type KeyValue } from './key-values.tsx'
export { type KitLabels } from './kit-labels.ts'
export { KitProvider } from './kit-provider.tsx'
export { List, ListHeading, ListRow, ListSection } from './list.tsx'
export { MAX_WITHOUT_VIRTUAL, VirtualList } from './virtual-list.tsx'
export { LiveRegion } from './live-region.tsx'
export { Logo } from './logo.tsx'
export { type MenuEntry } from './menu-entries.tsx'
export { ContextMenu, Menu } from './menu.tsx'
export { OptionList, optionId } from './option-list.tsx'
export { filterPalette, type PaletteGroup, type PaletteItem } from './palette-items.ts'
export { PaneBody, PaneFooter, PaneHeader } from './pane.tsx'
export {
  checkByteLimits,
  checkPictureLimits,
  MAX_BYTES,
  MAX_EDGE,
  MAX_PIXELS,
  type PictureCheck,
} from './picture-limits/check-picture-limits.ts'
export { useIsNearView } from './use-is-near-view.ts'
export { usePictureSlot } from './picture-limits/picture-budget.ts'
export { Popover } from './popover.tsx'
export { ProgressBar } from './progress.tsx'
export { RadioGroup } from './radio-group.tsx'
export { Rail, RailItem } from './rail.tsx'
export { revealed, RevealText, ShowWholeText } from './reveal-text.tsx'
export { ProgressiveList } from './progressive-list.tsx'
export {
  ExcludeFromUnseenParts,
  useUnseenFold,
  useUnseenPart,
  useUnseenParts,
} from './unseen-parts.tsx'
export { countJsonRows } from './json-rows.ts'
export { useRawView } from './use-raw-view.tsx'
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
export { SearchField } from './search-field.tsx'
export { Select } from './select.tsx'
export { ServerIcon } from './server-icon.tsx'
export { HueMark, ServerName } from './server-name.tsx'
export { Sheet } from './sheet.tsx'
export { Skeleton } from './skeleton.tsx'
export { Spinner } from './spinner.tsx'
export {
  useSeenIncrementalList,
  useIncrementalList,
  type IncrementalList,
} from './use-incremental-list.ts'
export { StatusDot } from './status-dot.tsx'
export { SuggestField } from './suggest-field.tsx'
export { Switch } from './switch.tsx'
export { Tabs, type TabItem } from './tabs.tsx'
export { AutoGrowTextArea, TextArea } from './text-area.tsx'
export { Field, type FieldTexts } from './field.tsx'
export { TextField } from './text-field.tsx'
export { TitleField } from './title-field.tsx'
export { useToasts } from './toast.tsx'
export { useTooltip } from './tooltip.tsx'
export { VisuallyHidden } from './visually-hidden.tsx'
