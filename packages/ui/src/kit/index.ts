export { AlertDialog, type AlertDialogProps } from './alert-dialog.tsx'
export { useAutoGrow } from './auto-grow.ts'
export {
  Badge,
  Chip,
  CountBadge,
  type BadgeProps,
  type ChipProps,
  type CountBadgeProps,
  type Tone,
} from './badge.tsx'
export { Button, type ButtonProps, type ButtonSize, type ButtonVariant } from './button.tsx'
export { Callout, type CalloutProps } from './callout.tsx'
export {
  Card,
  CardFooter,
  CardHeader,
  CardSection,
  type CardFooterProps,
  type CardHeaderProps,
  type CardProps,
  type CardSectionProps,
} from './card.tsx'
export { Checkbox, type CheckboxProps } from './checkbox.tsx'
export { classNames } from './class-names.ts'
export { CodeBlock, type CodeBlockProps } from './code-block.tsx'
export { Combobox, type ComboboxProps } from './combobox.tsx'
export {
  CommandPalette,
  matchesPaletteQuery,
  type CommandPaletteProps,
  type PaletteGroup,
  type PaletteItem,
} from './command-palette.tsx'
export { CopyButton, type CopyButtonProps } from './copy-button.tsx'
export { Dialog, type DialogProps } from './dialog.tsx'
export { Disclosure, type DisclosureProps } from './disclosure.tsx'
export { DiffText, type DiffTextProps } from './diff-text.tsx'
export { EmptyState, type EmptyStateProps } from './empty-state.tsx'
export { Field, type FieldControlProps, type FieldProps, type FieldTexts } from './field.tsx'
export { Frame, ListToggle, useFrame, type FrameProps } from './frame.tsx'
export {
  formatCodePoint,
  hasHidden,
  revealHidden,
  type RevealedSegment,
} from './hidden-characters.ts'
export { IconButton, type IconButtonProps } from './icon-button.tsx'
export { Icon, type IconProps, type IconType } from './icon.tsx'
export { JsonTree, type JsonTreeProps } from './json-tree.tsx'
export { JsonView, type JsonViewProps } from './json-view.tsx'
export { ariaKeyShortcuts, Kbd, type KbdProps } from './kbd.tsx'
export { KeyValues, type KeyValue, type KeyValuesProps } from './key-values.tsx'
export { englishKitLabels, useKit, type KitLabels, type KitPlatform } from './kit-labels.ts'
export { KitProvider, type KitProviderProps } from './kit-provider.tsx'
export {
  List,
  ListRow,
  ListSection,
  type ListProps,
  type ListRowProps,
  type ListSectionProps,
} from './list.tsx'
export { LiveRegion, type LiveRegionProps } from './live-region.tsx'
export { Logo } from './logo.tsx'
export { MatchMark } from './match-mark.tsx'
export {
  type MenuActionEntry,
  type MenuCheckEntry,
  type MenuEntry,
  type MenuGroupEntry,
  type MenuSeparatorEntry,
  type MenuSubmenuEntry,
} from './menu-entries.tsx'
export { ContextMenu, Menu, type ContextMenuProps, type MenuProps } from './menu.tsx'
export {
  PaneBody,
  PaneFooter,
  PaneHeader,
  type PaneBodyProps,
  type PaneHeaderProps,
} from './pane.tsx'
export { Popover, type PopoverProps } from './popover.tsx'
export { ProgressBar, type ProgressBarProps } from './progress.tsx'
export { RadioGroup, type RadioGroupProps, type RadioOption } from './radio-group.tsx'
export { Rail, RailItem, type RailItemProps, type RailProps } from './rail.tsx'
export { RevealText, type RevealTextProps } from './reveal-text.tsx'
export type { SchemaProblem } from './schema-form/check-value.ts'
export type { SchemaFormLabels } from './schema-form/form-context.ts'
export { parseJson, type ParsedJson } from './schema-form/parse-json.ts'
export { SchemaFormView, type SchemaFormViewProps } from './schema-form/schema-form.tsx'
export { useSchemaForm, type SchemaForm, type SchemaFormOptions } from './schema-form/use-schema-form.ts'
export { SearchField, type SearchFieldProps } from './search-field.tsx'
export { Select, type SelectOption, type SelectProps } from './select.tsx'
export {
  hueCount,
  HueMark,
  ServerName,
  type HueMarkProps,
  type ServerNameProps,
} from './server-name.tsx'
export { Sheet, type SheetProps } from './sheet.tsx'
export { Skeleton, type SkeletonProps } from './skeleton.tsx'
export { Spinner, type SpinnerProps } from './spinner.tsx'
export { StatusDot, type StatusDotProps } from './status-dot.tsx'
export { SuggestField, type SuggestFieldProps } from './suggest-field.tsx'
export { Switch, type SwitchProps } from './switch.tsx'
export { Tabs, type TabItem, type TabsProps } from './tabs.tsx'
export {
  AutoGrowTextArea,
  TextArea,
  type AutoGrowTextAreaProps,
  type TextAreaProps,
} from './text-area.tsx'
export { TextField, type TextFieldProps } from './text-field.tsx'
export { useToasts, type ToastOptions, type Toasts, type ToastTone } from './toast.tsx'
export { Tooltip, type TooltipProps } from './tooltip.tsx'
export { useMediaQuery } from './use-media-query.ts'
export { VisuallyHidden } from './visually-hidden.tsx'
