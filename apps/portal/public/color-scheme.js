// Sets the colour scheme before the first paint. A file of its own: the content security policy refuses inline scripts.
;(function () {
  var kept = null
  try {
    kept = localStorage.getItem('ambit:color-scheme')
  } catch {
    // storage may be refused; the system's scheme then counts
  }
  var dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
