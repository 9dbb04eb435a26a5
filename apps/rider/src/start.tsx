import { createRoot } from 'react-dom/client'
import { App } from './screens/App.tsx'
import './ui/base.css'
import { installing } from './ui/installing.ts'
import { keepApp } from './worker/updates.ts'

/** Draws the app into the page. `fetch`: the browser's, which has asked the first questions. */
export const start = (fetch: typeof globalThis.fetch): void => {
  const place = document.getElementById('root')
  if (place === null) throw new Error('index.html has no #root')
  // Once the first screen is there: keeping the app takes nothing from it on a slow connection.
  const keep = (): void => {
    keepApp(navigator.serviceWorker, () => location.reload())
  }
  if (document.readyState === 'complete') keep()
  else addEventListener('load', keep)
  installing.watch()
  createRoot(place).render(<App fetch={fetch} leave={(address) => location.assign(address)} />)
}
