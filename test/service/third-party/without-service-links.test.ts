import { describe, expect, it } from 'vitest'
import { withoutServiceLinks } from '../../../src/service/third-party/without-service-links.ts'
import { verifies } from '../../requirements.ts'

const publicUrl = 'http://127.0.0.1:8080'
const mark = '(left out: a link to a page of this service that a third party gave)'
const connect = 'lk_eQePgEzxC6bBvCGrifVLRv'
const approve = 'al_eQePgEzxC6bBvCGrifVLRvABCDE'
const connections = 'pbt_eQePgEzxC6bBvCGrifVLRvABCDE'
const signIn = 'cl_eQePgEzxC6bBvCGrifVLRvABCDE'

const spellings = [
  `${publicUrl}/connect/${connect}`,
  `${publicUrl}/%63onnect/${connect.replace('_', '%5F')}`,
  `${publicUrl}/./connect/${connect.replace('_', '%5f')}`,
  `http://127.1:8080/connect/${connect.replace('_', '%255F')}`,
  `http://localhost:8080/connect/${connect.replace('l', '%6C')}`,
  `${publicUrl}/approve/${approve.replace('e', '%65')}`,
  `https://elsewhere.example/?to=%2Fconnect%2F${connect}`,
  `${publicUrl}/connect/${connect.replace('_', '&#95;')}`,
  `${publicUrl}/connections#${connections}`,
  `${publicUrl}/connections#${connections.replace('b', '%62')}`,
  `${publicUrl}/console#${signIn}`,
  `https://elsewhere.example/?to=%2Fconnections%23${connections}`,
  `${publicUrl}/connect/${connect.replace('k_', '&#x06b;&lowbar;')}`,
  `${publicUrl}/approve/${approve.replace('C', '&#67')}`,
]

const ownAddresses = [
  `${publicUrl}/connect/x`,
  `${publicUrl}/a/../%61pprove/x`,
  'http://2130706433:8080/connect/x',
  'http://0x7f.1:8080/a/%2e%2E/connect/x',
  'HTTP://LocalHost.:8080//connect//x',
  'http://[::1]:8080/%2563onnect/x',
  '//127.0.0.1:8080/approve/x',
  `${publicUrl}/connections`,
  `${publicUrl}/Console/users`,
]

const foreign = [
  'https://other.example/connect/x',
  'https://other.example/console/x',
  'http://127.0.0.1:9090/connect/x',
  `${publicUrl}/files/abc%20def`,
  'https://own.example.evil.example/approve/x',
  'talk_eQePgEzxC6bBvCGrifVLRv',
  '100 %, 5 %63 and &#x6c; connect/ approve/',
]

describe('a text of a third party', () => {
  it('keeps no token of a page, however it is spelled', () => {
    verifies('mcp-source.hostile.links')
    for (const link of spellings)
      expect(withoutServiceLinks({ text: `Open ${link} now` }, publicUrl)).toEqual({
        text: `Open ${mark} now`,
      })
    const broken = `<a href="${publicUrl}/connect/lk_\n${connect.slice(3, 9)}\t${connect.slice(9)}">`
    expect(withoutServiceLinks(broken, publicUrl)).not.toContain(connect.slice(9))
  })

  it('keeps no address of a page, whatever its host is called', () => {
    verifies('mcp-source.hostile.links')
    for (const address of ownAddresses)
      expect(withoutServiceLinks([`[here](${address})`], publicUrl)).toEqual([`[here](${mark})`])
    expect(
      withoutServiceLinks('https://OWN.example./base/connect/x', 'https://own.example/base'),
    ).toBe(mark)
  })

  it('keeps everything else, in the very same object', () => {
    for (const text of foreign) expect(withoutServiceLinks(text, publicUrl)).toBe(text)
    const answer = {
      list: [{ text: 'connect/ https://other.example/%63onnect/' }, null, 7],
      deep: { kept: true },
    }
    expect(withoutServiceLinks(answer, publicUrl)).toBe(answer)
  })
})
