// The least that an Electron window can be: what the application's start is compared with.
'use strict'
const { app, BrowserWindow } = require('electron')

process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack}\n`)
  app.exit(1)
})

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800 })
  return window.loadURL('data:text/html,<!doctype html><title>Hello</title><p>Hello</p>')
})
