import type { FolderState } from '@gatehouse/domain';
/** State of the path of a folder. */
export declare function FolderBadge({ state }: {
    state: FolderState | undefined;
}): import("react").JSX.Element;
