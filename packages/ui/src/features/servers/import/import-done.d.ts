import type { ServerImportOutcome } from '@gatehouse/domain/launch';
/** Shows where the secrets of what was imported still lie in plain text. */
export declare function ImportDone({ outcome }: {
    outcome: ServerImportOutcome;
}): import("react").JSX.Element;
