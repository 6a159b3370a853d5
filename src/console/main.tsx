import { render } from 'preact'
import { renewOnUse } from './api/session.ts'
import { App } from './app.tsx'

const root = document.getElementById('app')
if (root) render(<App />, root)
renewOnUse()
