import { createRoot } from 'react-dom/client'
import { createBrowserDevice } from './device/browser-device.ts'
import { App } from './screens/App.tsx'
import './ui/base.css'
import { listenForInstall } from './ui/install.ts'
import { keepApp } from './worker/updates.ts'

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no #root')
listenForInstall()
const begin = () => ({
  device: createBrowserDevice(),
  updates: keepApp(navigator.serviceWorker, () => location.reload()),
})
createRoot(place).render(<App begin={begin} />)
