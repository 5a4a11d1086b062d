/** Shows one hidden value of the request, when the person asks for it. */
export type RevealSecret = (
  value: { serverId?: string | undefined; name: string },
  show: (text: string) => void,
) => void
