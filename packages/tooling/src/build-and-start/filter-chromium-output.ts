import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const harmless =
  /^\[\d+:\d+\/[\d.]+:(ERROR|WARNING|INFO):(bus|object_proxy|viz_main_impl|command_buffer_proxy_impl|gl_\w+|gpu_\w+|angle_platform_impl|context_group|shared_image_\w+|sandbox_linux|zygote_communication_linux)\.cc/

/**
 * Passes a program's lines on, without those that Chromium prints where there is no graphics card
 * and no system bus.
 * @returns whether Chromium refused to start because it cannot make its sandbox
 */
export function filterChromiumOutput(from: Readable, to: NodeJS.WritableStream): () => boolean {
  let isSandboxRefused = false
  createInterface({ input: from }).on('line', (line) => {
    if (/SUID sandbox helper binary|No usable sandbox/.test(line)) isSandboxRefused = true
    if (!harmless.test(line)) to.write(`${line}\n`)
  })
  return () => isSandboxRefused
}
