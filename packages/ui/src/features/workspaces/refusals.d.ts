import type { FolderRefusal } from '@gatehouse/domain';
interface RefusalsProps {
    refused: readonly FolderRefusal[];
    onDismiss: () => void;
}
/** Which folders were not added, and why. */
export declare function Refusals({ refused, onDismiss }: RefusalsProps): import("react").JSX.Element;
export {};
