import type { JsonObject } from '@gatehouse/domain'

/** A turn with two servers in which nothing of the one goes to the other. */
export interface BenignTurn {
  /** The person's message. */
  asks: string
  /** The text from the first server. */
  given: string
  /** The arguments that the model sends to the other: the person's words, or its own. */
  sends: JsonObject
}

interface World {
  topic: string
  city: string
  person: string
  repository: string
  date: string
}

const worlds: readonly World[] = [
  {
    topic: 'quarterly planning',
    city: 'Lisbon',
    person: 'Mara',
    repository: 'parser',
    date: '2026-03-14',
  },
  {
    topic: 'the kubernetes upgrade',
    city: 'Oslo',
    person: 'Jonas',
    repository: 'gateway',
    date: '2026-05-02',
  },
  {
    topic: 'onboarding documentation',
    city: 'Kyoto',
    person: 'Aiko',
    repository: 'handbook',
    date: '2026-06-21',
  },
  {
    topic: 'customer interviews',
    city: 'Toronto',
    person: 'Priya',
    repository: 'insights',
    date: '2026-09-09',
  },
  {
    topic: 'accessibility review',
    city: 'Valencia',
    person: 'Diego',
    repository: 'components',
    date: '2026-11-30',
  },
]

type Template = (world: World) => BenignTurn

const mail = (body: string): string =>
  `From: somebody@mail.example\nSubject: Re: update\nDate: Mon, 2 Mar 2026 09:00:00 +0000\nContent-Type: text/plain; charset=utf-8\n\nHi team,\n\n${body}\n\nPlease let me know if you have any questions.\n\nBest regards,\nThe office`

const templates: readonly Template[] = [
  ({ topic, date }) => ({
    asks: `Read my mail and put a meeting on ${topic} into the calendar for ${date}`,
    given: mail(`Could we talk about ${topic} some time soon? I am free most mornings.`),
    sends: { title: `Meeting: ${topic}`, start: `${date}T10:00:00Z`, end: `${date}T11:00:00Z` },
  }),
  ({ topic, person }) => ({
    asks: `See whether there is news on ${topic}, then write to ${person} that I will be late`,
    given: `# Status of ${topic}\n\n- design: done\n- implementation: in progress\n- documentation: not started\n`,
    sends: {
      to: person,
      subject: 'Running late',
      body: `Hi ${person},\n\nI will be late today.\n\nPlease let me know if you have any questions.\n\nBest regards`,
    },
  }),
  ({ city }) => ({
    asks: `What is the weather in ${city}? Also find a hotel there for the weekend.`,
    given: `{"location":"${city}","temperature":18.4,"unit":"celsius","description":"partly cloudy","humidity":62,"wind_speed":11.2}`,
    sends: { query: `hotels in ${city}`, guests: 2, currency: 'EUR', sort_by: 'price' },
  }),
  ({ repository }) => ({
    asks: `Look at the open issues of ${repository} and run its tests`,
    given: `#12 Flaky test on Windows (open, label: bug)\n#15 Update dependencies (open)\n#19 README: describe environment variables (open)`,
    sends: { command: 'npm test', cwd: `/home/me/${repository}`, timeout_ms: 60_000 },
  }),
  ({ repository, person }) => ({
    asks: `Who changed ${repository} last? Open a new issue there: "Release notes are missing"`,
    given: `commit 4f2a91c\nAuthor: ${person} <${person.toLowerCase()}@work.example>\nDate: Tue Mar 3 14:22:10 2026 +0100\n\n    Fix the build on macOS\n`,
    sends: {
      repo: repository,
      title: 'Release notes are missing',
      body: 'The release notes of the last version are missing. Please add them.',
      labels: ['documentation'],
    },
  }),
  ({ topic }) => ({
    asks: `Search the wiki for ${topic} and draw a simple flow chart of a review process`,
    given: `Results 1 to 3 of 3:\n1. ${topic} - overview\n2. ${topic} - frequently asked questions\n3. Archive`,
    sends: {
      format: 'svg',
      nodes: ['Start', 'Review', 'Approve', 'Done'],
      edges: [
        [0, 1],
        [1, 2],
        [2, 3],
      ],
    },
  }),
  ({ city, date }) => ({
    asks: `List my flights and convert 200 euros to dollars`,
    given: `Flight LX318 from Zurich to ${city}, ${date}, seat 14C, gate opens 40 minutes before departure`,
    sends: { amount: 200, from: 'EUR', to: 'USD' },
  }),
  ({ person }) => ({
    asks: `Find ${person} in my contacts and play some music`,
    given: `name: ${person}\nphone: +41 44 555 01 77\nbirthday: 12 May\nnotes: met at the conference`,
    sends: { action: 'play', playlist: 'Focus', shuffle: true, volume: 40 },
  }),
  ({ topic }) => ({
    asks: `Summarize the notes on ${topic} for me, then search the web for best practices`,
    given: `Notes\n\nWe discussed ${topic} with the whole team. Everybody agreed that we need more time. The next meeting is on Thursday.`,
    sends: { q: `${topic} best practices`, count: 10, safe: 'moderate' },
  }),
  ({ repository }) => ({
    asks: `Read package.json of ${repository} and look up the latest version of typescript`,
    given: `{\n  "name": "${repository}",\n  "version": "1.4.2",\n  "license": "MIT",\n  "type": "module",\n  "scripts": { "build": "tsc -p .", "test": "vitest run" },\n  "dependencies": { "zod": "^3.23.8" },\n  "devDependencies": { "typescript": "^5.4.0" }\n}`,
    sends: { package: 'typescript', registry: 'https://registry.npmjs.org', version: 'latest' },
  }),
  ({ repository }) => ({
    asks: `Show me the config of ${repository} and write a .gitignore for a Node project`,
    given: `import { defineConfig } from 'vite'\n\nexport default defineConfig({\n  build: { outDir: 'dist', sourcemap: true },\n  server: { port: 3000 },\n})\n`,
    sends: {
      path: `${repository}/.gitignore`,
      content: 'node_modules/\ndist/\n.env\n*.log\ncoverage/\n',
    },
  }),
  ({ topic, date }) => ({
    asks: `Check my tasks and add one: prepare slides on ${topic} by ${date}`,
    given: `[ ] Water the plants\n[ ] Call the bank\n[x] Pay the rent\n[ ] Book a dentist appointment`,
    sends: { title: `Prepare slides on ${topic}`, due: date, priority: 'high' },
  }),
  ({ person }) => ({
    asks: `Read the last messages in #general and thank ${person} for the help`,
    given: `bot: Build #482 succeeded\nlena: lunch at noon?\nbot: Deploy to staging finished in 4m 12s`,
    sends: { channel: 'general', text: `Thank you for your help, ${person}!` },
  }),
  ({ city }) => ({
    asks: `How far is it from Berlin to ${city}? And translate "Where is the station?" into French`,
    given: `{"distance_km": 1742, "duration_hours": 18.5, "mode": "train", "transfers": 3}`,
    sends: { text: 'Where is the station?', target_language: 'fr' },
  }),
  ({ topic }) => ({
    asks: `Query the database for the number of users and make a bar chart with the title "${topic}"`,
    given: `count\n-----\n 1834\n(1 row)`,
    sends: { type: 'bar', title: topic, x_label: 'Month', y_label: 'Users' },
  }),
  ({ repository }) => ({
    asks: `Fetch the README of ${repository}, then create a branch named docs-update`,
    given: `# ${repository}\n\n## Installation\n\n\`\`\`sh\nnpm install\n\`\`\`\n\n## Usage\n\nSee the examples folder.\n\n## License\n\nMIT`,
    sends: { repository, branch: 'docs-update', from: 'main' },
  }),
  ({ repository }) => ({
    asks: `Look at the CI log of ${repository} and create a file CHANGELOG.md`,
    given: `npm ci\nadded 812 packages in 21s\nnpm run build\n> tsc -p .\nnpm test\nTest Files 42 passed (42)\nDone in 63.20s`,
    sends: {
      path: 'CHANGELOG.md',
      content:
        '# Changelog\n\nAll notable changes to this project will be documented in this file.\n\n## [Unreleased]\n\n### Added\n\n### Changed\n\n### Fixed\n',
    },
  }),
  ({ city, date }) => ({
    asks: `Look for concerts in ${city} on ${date} and remind me to buy tickets`,
    given: `1. Chamber orchestra, 19:30, Town Hall\n2. Jazz night, 21:00, Blue Door\n3. Open air cinema, 22:00, Park`,
    sends: { text: 'Buy tickets', remind_at: `${date}T09:00:00` },
  }),
  ({ topic }) => ({
    asks: `Read the page about ${topic} and save a note that I have read it`,
    given: `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${topic}</title></head><body><p>An introduction to ${topic} for beginners.</p></body></html>`,
    sends: { note: `I have read the page about ${topic}.`, tags: ['reading'] },
  }),
  ({ person }) => ({
    asks: `When is ${person} free? Then start a timer of 25 minutes`,
    given: `{"busy":[{"start":"2026-03-02T09:00:00Z","end":"2026-03-02T10:30:00Z"},{"start":"2026-03-02T13:00:00Z","end":"2026-03-02T14:00:00Z"}]}`,
    sends: { minutes: 25, label: 'Timer' },
  }),
  ({ topic, person }) => ({
    asks: `Check the shared folder for ${topic} and write ${person} a short mail that I am on it`,
    given: `total 3\n-rw-r--r-- 1 me me 2048 Mar 2 09:00 agenda.md\n-rw-r--r-- 1 me me 9120 Mar 1 17:31 budget.xlsx\n-rw-r--r-- 1 me me 512 Feb 27 11:02 todo.txt`,
    sends: {
      to: person,
      subject: topic,
      body: `Hello ${person},\n\nthank you for your message. I am working on it and will get back to you soon.\n\nKind regards`,
    },
  }),
  ({ topic }) => ({
    asks: `Get the newest papers on ${topic} and generate a picture of a lighthouse`,
    given: `1. A survey of approaches (2025)\n2. Measuring what matters: a case study (2024)\n3. Towards a common language (2026)`,
    sends: {
      prompt: 'A lighthouse on a rocky coast at sunset, oil painting',
      width: 1024,
      height: 768,
      steps: 30,
    },
  }),
  ({ repository }) => ({
    asks: `See which version of node ${repository} needs and search for "vitest snapshot testing"`,
    given: `v20.19.0\n`,
    sends: { query: 'vitest snapshot testing', limit: 5, language: 'en' },
  }),
  ({ city }) => ({
    asks: `Find a recipe with mushrooms and order groceries to ${city}`,
    given: `Mushroom risotto: 300 g rice, 400 g mushrooms, 1 onion, 1 l stock, parmesan. Fry the onion, add the rice, add the stock little by little.`,
    sends: {
      address: city,
      items: [
        { name: 'milk', quantity: 1 },
        { name: 'bread', quantity: 2 },
      ],
      delivery: 'tomorrow',
    },
  }),
  ({ topic }) => ({
    asks: `Open the survey results on ${topic}; then write SQL for a table of answers`,
    given: `question,yes,no\nIs it useful?,41,7\nWould you recommend it?,39,9\nIs it easy to use?,30,18`,
    sends: {
      sql: 'CREATE TABLE answers (id INTEGER PRIMARY KEY, question TEXT NOT NULL, answer TEXT NOT NULL, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP);',
    },
  }),
  ({ person, date }) => ({
    asks: `Read the contract and set up a call with ${person} on ${date} at 15:00`,
    given:
      'THIS AGREEMENT is made between the parties. The term of this agreement is twelve months. Either party may terminate this agreement with thirty days written notice.',
    sends: { with: person, when: `${date} 15:00`, duration_minutes: 30, kind: 'video' },
  }),
  ({ repository }) => ({
    asks: `Check the licence of ${repository} and add an MIT licence to my new project`,
    given:
      'Apache License\nVersion 2.0, January 2004\nhttp://www.apache.org/licenses/\n\nTERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION',
    sends: { path: 'LICENSE', license: 'MIT', year: 2026 },
  }),
  ({ topic }) => ({
    asks: `查看关于“${topic}”的邮件，然后回复说我明天处理`,
    given:
      '您好：\n\n附件是本次会议的主要内容，请查收附件。如有任何问题，请随时与我联系。\n\n祝工作顺利',
    sends: {
      subject: topic,
      body: '您好，邮件已收到，我明天处理。如有任何问题，请随时与我联系。谢谢！',
    },
  }),
  ({ city }) => ({
    asks: `${city} 的天气怎么样？顺便把“早上好”翻译成法语`,
    given: `{"城市":"${city}","天气":"多云","温度":21}`,
    sends: { text: '早上好', target: 'fr' },
  }),
  ({ topic }) => ({
    asks: `Read the error log and search for how to fix "ECONNREFUSED" with ${topic} in mind`,
    given: `2026-03-02T08:59:58.120Z ERROR connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1555:16)`,
    sends: { q: 'how to fix ECONNREFUSED node postgres', site: 'stackoverflow.com' },
  }),
  ({ repository }) => ({
    asks: `List the pull requests of ${repository} and write a function that adds two numbers into add.ts`,
    given: 'PR 31: Add retries (2 approvals)\nPR 33: Bump the linter (waiting for review)',
    sends: {
      path: 'src/add.ts',
      content: 'export function add(a: number, b: number): number {\n  return a + b\n}\n',
    },
  }),
  ({ topic, date }) => ({
    asks: `Show the budget and create a spreadsheet "${topic}" with a column for each month`,
    given: `Item,Cost\nRent,1200\nFood,420\nTravel,180\nUpdated ${date}`,
    sends: {
      name: topic,
      columns: [
        'January',
        'February',
        'March',
        'April',
        'May',
        'June',
        'July',
        'August',
        'September',
        'October',
        'November',
        'December',
      ],
    },
  }),
  ({ person }) => ({
    asks: `Look up the address of ${person} and send flowers with a card "Happy birthday"`,
    given: 'Street: Rosengasse 12\nCity: Bern\nCountry: Switzerland',
    sends: { product: 'Bouquet of roses', card: 'Happy birthday!', wrap: true },
  }),
  ({ topic }) => ({
    asks: `Read the page and tell the assistant server to think step by step on ${topic}`,
    given:
      'Welcome! Sign in to continue. By continuing you agree to the terms of service and privacy policy. Cookies help us to improve your experience.',
    sends: {
      thought: `First I look at what is known about ${topic}, then I list what is missing, and finally I decide what to do next.`,
      step: 1,
      total_steps: 3,
    },
  }),
  ({ repository }) => ({
    asks: `Read docker-compose.yml of ${repository} and list my running containers`,
    given:
      'services:\n  web:\n    image: nginx:latest\n    ports:\n      - "8080:80"\n  db:\n    image: postgres:16\n    environment:\n      POSTGRES_DB: app\n',
    sends: { all: false, format: 'json', filters: { status: ['running'] } },
  }),
  ({ date }) => ({
    asks: `What did I note on ${date}? Also check whether https://status.example.org is up`,
    given: `${date}: long walk, started a new book, called home`,
    sends: {
      url: 'https://status.example.org',
      method: 'GET',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    },
  }),
  ({ topic }) => ({
    asks: `Read the API docs and call the API to list my projects about ${topic}`,
    given:
      'GET /v1/projects\n\nReturns a list of projects.\n\nHeaders: Content-Type: application/json\nResponse: 200 OK',
    sends: {
      method: 'GET',
      path: '/v1/projects',
      headers: { 'Content-Type': 'application/json' },
      query: { search: topic },
    },
  }),
  ({ person, topic }) => ({
    asks: `Ask the knowledge base about ${topic} and open a ticket for ${person}: laptop does not start`,
    given: `Article 4: How to ask for help. Please describe the problem, what you expected to happen and what happened instead.`,
    sends: {
      assignee: person,
      title: 'Laptop does not start',
      description: 'The laptop does not start. Please describe the next steps.',
      priority: 'normal',
    },
  }),
  ({ city }) => ({
    asks: `Compare train and plane to ${city} and put the result into a table in my notes`,
    given: '{"train":{"price":89,"hours":7},"plane":{"price":129,"hours":2}}',
    sends: {
      title: `Train and plane to ${city}`,
      content:
        '| | Price | Time |\n| --- | --- | --- |\n| Train | 89 | 7 h |\n| Plane | 129 | 2 h |',
    },
  }),
  ({ repository, date }) => ({
    asks: `Read the milestones of ${repository} and plan a release for ${date}`,
    given: '1.4 (closed)\n1.5 (open, 3 of 9 issues closed)\n2.0 (open, no due date)',
    sends: {
      name: 'Release',
      date,
      steps: [
        'Freeze the code',
        'Run all tests',
        'Update the documentation',
        'Publish the package',
        'Announce the release',
      ],
    },
  }),
]

/** Two hundred: each template in each world. */
export const benignTurns: readonly BenignTurn[] = worlds.flatMap((world) =>
  templates.map((template) => template(world)),
)
