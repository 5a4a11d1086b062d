import { expect, test } from 'vitest'
import { openAppLinkReceiver, type AppLinks } from './app-link-receiver.ts'

/** The system's side: hands each link to who listens. */
function createLinks(canClaim = true) {
  const takers = new Set<(url: string) => boolean>()
  const appLinks: AppLinks = {
    claim: () => canClaim,
    listen(take) {
      takers.add(take)
      return () => takers.delete(take)
    },
  }
  return { appLinks, follow: (url: string) => [...takers].map((take) => take(url)) }
}

async function open() {
  const links = createLinks()
  const unexpected: string[] = []
  const receiver = await openAppLinkReceiver({
    appLinks: links.appLinks,
    state: 'right',
    onUnexpectedRequest: (why) => unexpected.push(why),
  })
  return { ...links, receiver, unexpected, uri: receiver.redirectUri }
}

test('a link to the app ends a sign-in with the right state, once', async () => {
  const { receiver, unexpected, follow, uri } = await open()
  expect(uri).toBe('app.gatehouse.desktop:/oauth/callback')
  expect(follow(`${uri}?code=one&state=right`)).toEqual([true])
  expect((await receiver.response).get('code')).toBe('one')
  expect(follow(`${uri}?code=two&state=right`)).toEqual([false])
  expect(unexpected).toEqual(['again'])
})

/**
 * @threat oauth.app-link
 * @attacker page
 * @tries A page or program opens the app by a link, to put in a response of its own, to end a sign-in or to bring the
 * window up.
 * @stoppedBy A link counts with the right scheme, path and state only, once, and only while a sign-in that was set to
 * wait for one does; every other link does nothing at all.
 * @remains Another program can claim the scheme and receive the authorization code in place of Gatehouse; the interface
 * states it. Without the verifier (PKCE) the code is of no use at a server that checks it.
 */
test.each([
  ['another state', 'app.gatehouse.desktop:/oauth/callback?code=x&state=wrong', 'state'],
  ['no state', 'app.gatehouse.desktop:/oauth/callback?code=x', 'state'],
  ['another path', 'app.gatehouse.desktop:/oauth/callback/more?code=x&state=right', 'path'],
  ['a host', 'app.gatehouse.desktop://evil.example/oauth/callback?code=x&state=right', 'path'],
  ['another scheme', 'https:/oauth/callback?code=x&state=right', 'path'],
  ['a fragment', 'app.gatehouse.desktop:/oauth/callback?code=x&state=right#a', 'path'],
  ['no end', `app.gatehouse.desktop:/oauth/callback?state=right&x=${'a'.repeat(9000)}`, 'size'],
  ['no address', 'no address', 'path'],
])('a link with %s ends no sign-in', async (_, url, why) => {
  const { unexpected, follow } = await open()
  expect(follow(url)).toEqual([false])
  expect(unexpected).toEqual([why])
})

test('a link is nobody’s once the sign-in is over', async () => {
  const { receiver, follow, uri } = await open()
  receiver.close()
  await expect(receiver.response).rejects.toMatchObject({ code: 'sign-in/timed-out' })
  expect(follow(`${uri}?code=one&state=right`)).toEqual([])
})

test.each([
  ['not installed', undefined],
  ['not chosen by the system', createLinks(false).appLinks],
])('an app that is %s begins no sign-in that comes back by a link', async (_, appLinks) => {
  const opening = openAppLinkReceiver({
    appLinks,
    state: 'right',
    onUnexpectedRequest: () => undefined,
  })
  await expect(opening).rejects.toMatchObject({ code: 'sign-in/unsupported' })
})
