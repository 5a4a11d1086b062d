import type { AppAccess, AppNeeds, RefusedNeed } from '@gatehouse/domain/apps'
import { appHostText } from '@gatehouse/domain/apps'
import { useFormats } from '../../lib/formats/formats.ts'
import { oneLine } from '../../lib/formats/one-line.ts'
import { useAppWords } from './use-app-words.ts'

/** Names needs of an interface in one line: as declared, as given, and as refused. */
export function useNeedWords() {
  const t = useAppWords()
  const { list } = useFormats()
  return {
    needs: ({ domains, permissions }: AppNeeds): string =>
      list([
        ...domains.map((domain) => oneLine(domain, 60)),
        ...permissions.map((name) => t(`need.${name}`)),
      ]),
    access: ({ hosts, permissions }: AppAccess): string =>
      list([...hosts.map(appHostText), ...permissions.map((name) => t(`need.${name}`))]),
    refused: (all: readonly RefusedNeed[]): string =>
      list(
        all.map(({ text, reason }) =>
          reason === 'location' ? t('need.geolocation') : oneLine(text, 60),
        ),
      ),
  }
}
