import { createRoot } from 'react-dom/client'
import { App } from './screens/App.tsx'
import './ui/base.css'
import { installing } from './ui/installing.ts'
import { keepApp } from './worker/updates.ts'

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no #root')
// Once the first screen is there: keeping the app takes nothing from it on a slow connection.
addEventListener('load', () => keepApp(navigator.serviceWorker, () => location.reload()))
installing.watch()
const leave = (address: string): void => location.assign(address)
createRoot(place).render(<App fetch={(input, init) => fetch(input, init)} leave={leave} />)
