/** A sign-in page as a person meets it: who asks for what, and a button for each answer, which is posted. */
export function consentPage(given: Readonly<Record<string, string>>): string {
  const fields = Object.entries(given).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  return `<!doctype html><html lang="en"><title>Sign in</title>
<h1>Sign in</h1><p>${escaped(given['client_id'] ?? '')} asks for: ${escaped(given['scope'] ?? 'nothing by name')}</p>
<form method="post" action="/authorize">${fields.join('')}
<button name="answer" value="grant">Allow</button><button name="answer" value="deny">Deny</button></form>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
