/**
 * Characters of one message of a view, and messages and characters of all of them in a second, beyond which the proxy
 * gives up on it. It is a process of its own: what is counted here never reaches main.
 */
const LIMITS = { characters: 1_048_576, messages: 600, perSecond: 4_194_304 }

interface ProxyPage {
  view: string
  /** The origin that hands over the port. */
  page: string
  /** Features of the browser that the view may use. */
  allow?: string
  /** HTML above the view. */
  header?: string
}

/** The page of the proxy frame: it creates the view once it has its port, and passes messages on as JSON text. */
export const proxyPage = ({ view, page, allow = '', header = '' }: ProxyPage): string =>
  [
    '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/proxy.css">',
    `<body data-view="${view}" data-page="${page}" data-allow="${allow}">`,
    `${header}<script src="/proxy.js"></script>`,
  ].join('\n')

export const PROXY_STYLES =
  'html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; overflow: hidden; background: transparent; color-scheme: light dark; display: block }'

/**
 * The origin of the view is checked on every message: siblings and children of it may post to this frame as well. A
 * second load of the view means that it went elsewhere, which the policy refused.
 */
export const PROXY_SCRIPT = `'use strict'
const { view, page, allow } = document.body.dataset
const frame = document.createElement('iframe')
frame.setAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin')
if (allow !== '') frame.setAttribute('allow', allow)
let port
let loads = 0
let count = 0
let characters = 0
let isLost = false
setInterval(() => { count = 0; characters = 0 }, 1000)

function give(reason) {
  if (isLost) return
  isLost = true
  port.postMessage({ lost: reason })
  frame.remove()
}

function passOn(data) {
  if (isLost) return
  count += 1
  if (count > ${LIMITS.messages}) return give('over-limits')
  let text
  try {
    text = JSON.stringify(data)
  } catch {
    text = undefined
  }
  if (text === undefined) return
  characters += text.length
  if (text.length > ${LIMITS.characters} || characters > ${LIMITS.perSecond}) return give('over-limits')
  port.postMessage(text)
}

addEventListener('message', ({ source, origin, data, ports }) => {
  if (port === undefined) {
    if (source !== parent || origin !== page || ports.length !== 1) return
    port = ports[0]
    port.onmessage = (event) => frame.contentWindow?.postMessage(JSON.parse(event.data), view)
    frame.addEventListener('load', () => {
      loads += 1
      if (loads > 1) give('navigated')
    })
    frame.src = view + '/'
    document.body.append(frame)
    return
  }
  if (frame.contentWindow !== null && source === frame.contentWindow && origin === view) passOn(data)
})

// The page gives the keyboard to the view by way of this frame.
addEventListener('focus', () => frame.focus())
`
