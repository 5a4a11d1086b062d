import { get, type IncomingHttpHeaders } from 'node:http'

export type VisitedPage = {
  url: string
  status: number
  text: string
  headers: IncomingHttpHeaders
}

/** Goes to a page as a browser does that is sent on, and returns the last one. */
export async function visitPage(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<VisitedPage> {
  const { page, location } = await ask(url, headers)
  return location === undefined ? page : visitPage(new URL(location, url).href, headers)
}

function ask(url: string, headers: Readonly<Record<string, string>>) {
  return new Promise<{ page: VisitedPage; location: string | undefined }>((resolve, reject) => {
    const asking = get(url, { headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () =>
        resolve({
          page: { url, status: response.statusCode ?? 0, text, headers: response.headers },
          location: response.headers.location,
        }),
      )
    })
    asking.on('error', reject)
  })
}
