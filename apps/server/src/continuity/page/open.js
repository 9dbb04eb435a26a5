const form = document.querySelector('form')
const told = document.querySelector('#told')
const sealed = JSON.parse(document.querySelector('#sealed').textContent)
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.codePointAt(0))
const encoder = new TextEncoder()

const decrypt = async (passphrase) => {
  const secret = await crypto.subtle.importKey('raw', encoder.encode(passphrase.normalize('NFKC')), 'PBKDF2', false, [
    'deriveKey',
  ])
  const key = await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(sealed.salt), iterations: sealed.iterations },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  )
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytes(sealed.iv), additionalData: encoder.encode(sealed.about) },
    key,
    bytes(sealed.data),
  )
  return JSON.parse(new TextDecoder().decode(plain))
}

const link = (name, type, content) => {
  const element = document.createElement('a')
  element.download = name
  element.href = URL.createObjectURL(new Blob([content], { type }))
  element.textContent = name
  return element
}

const open = async () => {
  const button = form.querySelector('button')
  button.disabled = true
  told.textContent = 'Opening…'
  try {
    const { body, csv, pdf } = await decrypt(form.elements.passphrase.value)
    const files = document.createElement('p')
    files.append(link('trips.csv', 'text/csv', csv), ' · ', link('trips.pdf', 'application/pdf', bytes(pdf)))
    document.body.innerHTML = body
    document.querySelector('header').append(files)
    countAge()
  } catch {
    told.textContent = crypto.subtle
      ? 'This passphrase does not open the pack. Please check it and try again'
      : 'This browser cannot open encrypted packs from here. Copy the file to this computer and open it there'
    button.disabled = false
    form.elements.passphrase.select()
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void open()
})
