import { askEarly, firstQuestions } from './api/ask-early.ts'

// Small, so that it runs while the rest of the app, which the page names too, is still on its way.
const asked = askEarly((input, init) => fetch(input, init), firstQuestions(location.search))
void import('./start.tsx').then(({ start }) => start(asked))
