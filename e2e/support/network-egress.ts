import type { Page } from 'playwright-core'

/** Attempts of a page, and the time that it waited for an effect. */
interface Attempts {
  tried: string[]
  /** Addresses of this machine or of a relay that WebRTC gave the page. */
  candidates: string[]
}

/**
 * Lets a script of the page itself try every way out to `host:port` that a browser knows but
 * navigation, over names too, which a resolver would hear of. Resolves when all had time to happen.
 */
export async function tryNetworkEgress(page: Page, host: string, port: number): Promise<Attempts> {
  await page.evaluate(
    ([target, peer]) => {
      const outcome = { tried: [] as string[], candidates: [] as string[], done: false }
      Object.assign(window, { egress: outcome })
      const name = (way: string) => `http://${way}.leak.gatehouse.test`
      const attempt = (way: string, action: () => unknown) => {
        outcome.tried.push(way)
        try {
          Promise.resolve(action()).catch(() => undefined)
        } catch {
          // Refused at once.
        }
      }
      const add = (tag: string, properties: object, attributes: Record<string, string> = {}) => {
        const element = Object.assign(document.createElement(tag), properties)
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
        document.head.append(element)
        return element
      }
      const global = window as unknown as Record<string, new (...args: unknown[]) => unknown>
      const make = (type: string, ...args: unknown[]) => {
        const Type = global[type]
        return Type ? new Type(...args) : undefined
      }
      const links = [
        'dns-prefetch',
        'preconnect',
        'prefetch',
        'prerender',
        'preload',
        'modulepreload',
        'stylesheet',
        'icon',
        'manifest',
        'search',
        'pingback',
      ]
      const connect = (iceServers: object[], iceTransportPolicy: string) => {
        if (typeof RTCPeerConnection === 'undefined') return
        const connection = new RTCPeerConnection({
          iceServers: iceServers as RTCIceServer[],
          iceTransportPolicy: iceTransportPolicy as RTCIceTransportPolicy,
        })
        connection.onicecandidate = ({ candidate }) => {
          if (candidate?.candidate) outcome.candidates.push(candidate.candidate)
        }
        connection.createDataChannel('x')
        void connection.createOffer().then((offer) => connection.setLocalDescription(offer))
      }
      const account = { username: 'u', credential: 'p' }
      const run = () => {
        for (const rel of links) {
          attempt(`link ${rel}`, () => {
            const as = rel === 'preload' ? { as: 'image' } : {}
            add('link', { rel, href: `${target}/${rel}`, ...as })
            add('link', { rel, href: name(rel), ...as })
          })
        }
        attempt('webrtc', () => {
          connect([{ urls: `stun:${peer}` }], 'all')
          connect([{ urls: `turn:${peer}?transport=udp`, ...account }], 'relay')
          connect([{ urls: `turn:${peer}?transport=tcp`, ...account }], 'relay')
          connect([{ urls: `turns:${peer}?transport=tcp`, ...account }], 'relay')
          connect([{ urls: 'stun:stun.leak.gatehouse.test:3478' }], 'all')
        })
        for (const url of [target, name('script')]) {
          attempt('fetch', () => fetch(`${url}/fetch`, { mode: 'no-cors' }))
          attempt('keepalive', () => fetch(`${url}/keepalive`, { keepalive: true, method: 'POST' }))
          attempt('beacon', () => navigator.sendBeacon(`${url}/beacon`, 'x'))
          attempt('request', () => {
            const request = new XMLHttpRequest()
            request.open('GET', `${url}/xhr`)
            request.send()
          })
          attempt('socket', () => make('WebSocket', url.replace('http', 'ws')))
          attempt('events', () => make('EventSource', `${url}/events`))
          attempt('transport', () => make('WebTransport', url.replace('http', 'https')))
          attempt('import', () => import(/* @vite-ignore */ `${url}/import.js`))
          attempt('worker', () => make('Worker', `${url}/worker.js`))
          attempt('shared worker', () => make('SharedWorker', `${url}/shared.js`))
          attempt('image', () => Object.assign(new Image(), { src: `${url}/image` }))
          attempt('audio', () => new Audio(`${url}/audio`).play())
          attempt('font', () => new FontFace('f', `url(${url}/font)`).load())
          attempt('frame', () => add('iframe', { src: `${url}/frame` }))
          attempt('empty frame', () => {
            const inner = add('iframe', {}) as unknown as HTMLIFrameElement
            const view = inner.contentWindow as (Window & typeof globalThis) | null
            return view?.fetch(`${url}/inner`, { mode: 'no-cors' })
          })
          attempt('written frame', () =>
            add('iframe', {
              srcdoc: `<img src="${url}/srcdoc"><link rel=preconnect href="${url}">`,
            }),
          )
          attempt('style', () => add('style', { textContent: `@import url(${url}/css)` }))
          attempt('style attribute', () => {
            document.body.style.backgroundImage = `url(${url}/background)`
            document.body.style.cursor = `url(${url}/cursor), auto`
          })
          attempt('sheet', () => {
            const sheet = new CSSStyleSheet()
            sheet.replaceSync(`body { border-image: url(${url}/border) }`)
            document.adoptedStyleSheets = [sheet]
          })
          attempt('speculation', () =>
            add('script', {
              type: 'speculationrules',
              textContent: JSON.stringify({ prefetch: [{ source: 'list', urls: [`${url}/s`] }] }),
            }),
          )
          attempt('refresh', () =>
            add('meta', { content: `0; url=${url}/refresh` }, { 'http-equiv': 'refresh' }),
          )
          attempt('ping', () => add('a', { href: '#ping' }, { ping: `${url}/ping` }).click())
          attempt('download', () => add('a', { href: `${url}/download`, download: 'x' }).click())
          attempt('form', () => {
            const form = add('form', { action: `${url}/form`, method: 'post' }) as HTMLFormElement
            form.submit()
          })
          attempt('xml', () => {
            const xml = `<?xml version="1.0"?><!DOCTYPE a SYSTEM "${url}/dtd"><a/>`
            new DOMParser().parseFromString(xml, 'text/xml')
          })
          attempt('svg', () => {
            const markup = `<svg><image href="${url}/svg"/><use href="${url}/use#a"/></svg>`
            document.body.insertAdjacentHTML('beforeend', markup)
          })
          attempt('notification', () => make('Notification', 'x', { icon: `${url}/icon` }))
          attempt('payment', () => {
            const details = { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }
            const request = make(
              'PaymentRequest',
              [{ supportedMethods: `${url.replace('http', 'https')}/pay` }],
              details,
            ) as { canMakePayment?(): Promise<boolean> } | undefined
            return request?.canMakePayment?.()
          })
          attempt('service worker', () => navigator.serviceWorker.register(`${url}/sw.js`))
        }
        attempt('service worker of our own', () => navigator.serviceWorker.register('/index.html'))
        attempt('location', () =>
          navigator.geolocation.getCurrentPosition(
            () => undefined,
            () => undefined,
          ),
        )
        attempt('credentials', () =>
          navigator.credentials.get({ publicKey: { challenge: new Uint8Array(8) } }),
        )
        attempt('recognition', () => {
          const recognition = make('webkitSpeechRecognition') as { start(): void } | undefined
          recognition?.start()
        })
        attempt('speech', () => speechSynthesis.speak(new SpeechSynthesisUtterance('x')))
        setTimeout(() => (outcome.done = true), 5000)
      }
      // In a task of the page's own: what the driver runs is exempt from the policy.
      setTimeout(run)
    },
    [`http://${host}:${port}`, `${host}:${port}`] as const,
  )
  await page.waitForFunction(
    () => (window as unknown as { egress: { done: boolean } }).egress.done,
    undefined,
    { timeout: 20_000 },
  )
  return page.evaluate(() => (window as unknown as { egress: Attempts }).egress)
}
