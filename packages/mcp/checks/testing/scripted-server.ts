/**
 * For tests: a stdio server of a few lines. `body` is JavaScript that sees each message as `message`
 * and responds with `send(object)`, `reply(result)` or `refuse(code, text, data)`; `next()` gives the correct
 * response to `initialize` and `ping` and "method not found" to all else. `before` runs once, first.
 */
export function scriptedServer(body: string, before = ''): { command: string; args: string[] } {
  const script = `
    const send = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
    const started = Date.now();
    ${before}
    require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
      const message = JSON.parse(line);
      const reply = (result) => send({ jsonrpc: '2.0', id: message.id, result });
      const refuse = (code, text, data) =>
        send({ jsonrpc: '2.0', id: message.id, error: { code, message: text, data } });
      const next = () => {
        if (message.id === undefined) return;
        if (message.method === 'ping') return reply({});
        if (message.method !== 'initialize') return refuse(-32601, 'Method not found');
        reply({
          protocolVersion: '2025-11-25',
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'scripted', version: '1.0.0' },
        });
      };
      ${body}
    });`
  return { command: process.execPath, args: ['-e', script] }
}
