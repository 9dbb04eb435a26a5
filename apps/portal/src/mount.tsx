import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { announcesByItself, apiErrorNotice, signsOut } from './api/error-notice.ts'
import { onApiFailure } from './api/client.ts'
import { queryClient } from './api/query-client.ts'
import { fromHashLink } from './auth/return-address.ts'
import { session } from './auth/session.ts'
import { notify } from './notifications/notify.tsx'
import { modules } from './modules.ts'
import { ModulesContext } from './navigation/define-module.ts'
import { router } from './routes.tsx'
import { App } from './shell/App.tsx'
import { tellCutText } from './ui/cut-text.ts'

// zod's compiled parsers need eval, which the content security policy refuses.
z.config({ jitless: true })

onApiFailure((error, endpoint) => {
  if (signsOut(error, endpoint)) {
    const wasSignedIn = session.state().status === 'logged_in'
    session.forget()
    // The guard runs again: it stores the address and opens Login.
    if (wasSignedIn) void router.invalidate()
  } else if (announcesByItself(endpoint)) {
    const notice = apiErrorNotice(error)
    if (notice !== null) notify(notice)
  }
})

/** Draws the portal at the window's address. Returns a function that removes it. */
export const mountPortal = (place: HTMLElement): (() => void) => {
  const rewritten = fromHashLink(location)
  if (rewritten !== null) history.replaceState(history.state, '', rewritten)
  const root = createRoot(place)
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App>
          <ModulesContext value={modules}>
            <RouterProvider router={router} />
          </ModulesContext>
        </App>
      </QueryClientProvider>
    </StrictMode>,
  )
  const stopTelling = tellCutText(document)
  return () => {
    stopTelling()
    root.unmount()
  }
}
