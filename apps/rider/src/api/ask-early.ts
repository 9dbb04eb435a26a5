type Fetch = typeof globalThis.fetch

/** A question without an answer ends after so long, as each of the app's. ms */
const DEADLINE_MS = 20_000

/** What every visit asks first: the operator's settings and who has signed in. `search`: of the page's address. */
export const firstQuestions = (search: string): string[] => {
  const app = new URLSearchParams(search).get('app')
  const query = app === null || app === '' ? '' : `?${new URLSearchParams({ app }).toString()}`
  return [`/api/v2/ride/config${query}`, '/api/v2/ride/me']
}

/**
 * Asks these at once, while the app itself is still on its way, which takes seconds on a slow line. Who asks one of them
 * with the answer's `fetch` for the first time gets what was answered; everything else is asked as usual.
 */
export const askEarly = (fetch: Fetch, questions: readonly string[]): Fetch => {
  const ask = (url: string): Promise<Response> => {
    const answer = fetch(url, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(DEADLINE_MS) })
    // A failure is told to who asks.
    answer.catch(() => undefined)
    return answer
  }
  const answers = new Map(questions.map((url) => [url, ask(url)]))
  return (input, init) => {
    const early = typeof input === 'string' ? answers.get(input) : undefined
    if (early === undefined || typeof input !== 'string') return fetch(input, init)
    answers.delete(input)
    return early
  }
}
