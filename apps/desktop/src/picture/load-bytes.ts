/** Reads a file that main serves to this page: its own ones, and the picture. */
export function loadBytes(path: string): Promise<ArrayBuffer> {
  const request = new XMLHttpRequest()
  request.open('GET', path)
  request.responseType = 'arraybuffer'
  return new Promise((resolve, reject) => {
    request.addEventListener('load', () => resolve(request.response as ArrayBuffer))
    request.addEventListener('error', () => reject(new Error('It is not served.')))
    request.send()
  })
}
