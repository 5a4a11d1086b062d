// The least that an Electron window to type in can be: what the application's window is compared with.
'use strict'
const { app, BrowserWindow } = require('electron')

const page = `<!doctype html><title>Bare</title><textarea data-composer style="width:90%;height:6em"></textarea>
<script>document.querySelector('textarea').focus()</script>`

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800 })
  return window.loadURL(`data:text/html,${encodeURIComponent(page)}`)
})
