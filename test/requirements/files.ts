import type { Requirement } from '../requirements.ts'

export const files = {
  'files.upload': {
    source: 'rule 10.8',
    says: 'POST files takes a file of any type as its body, checks the MD5 where one is given, and answers a key with an expiry',
  },
  'files.argument': {
    source: 'rule 10.8',
    says: 'A tool and the proxy take {s3key, name?, mimetype?} of an upload wherever they take a file, in sessions and over MCP too',
  },
  'files.answered': {
    source: 'rule 10.8',
    says: 'A tool and the proxy take a file that a tool answered as it came, or its {url}: it is read from the store, with its name and media type',
  },
  'files.answered.scope': {
    source: 'rule 10.8',
    says: "The address of another project's file, of one that is over, and any other address below /files of the service are as unknown as one that never was, and never called",
  },
  'files.answered.name': {
    source: 'rule 10.7',
    says: 'A stored answer has the name that Content-Disposition gives it (RFC 6266, filename* first), without what is dangerous in the name of a file, in results and in downloads',
  },
  'files.streamed': {
    source: 'product',
    says: 'An upload is stored and sent on piece by piece: no node holds it whole',
  },
  'files.scope': {
    source: 'rule 10.8',
    says: "Another project's key is as unknown as one that never was; a key ends at its expiry and with its project",
  },
  'files.granted': {
    source: 'rule 10.9',
    says: 'files/upload/request answers an address, as published SDKs expect, that takes a PUT of the content with this MD5 and type without a key for 15 minutes; sent again it stays the same file',
  },
  'files.granted.new': {
    source: 'rule 10.9',
    says: 'The answer never says that a file is there already: an MD5 does not prove that two files are the same',
  },
  'files.limits': {
    source: 'rule 10.10',
    says: 'PLUGBOARD_MAX_UPLOAD_BYTES bounds a file, PLUGBOARD_PROJECT_UPLOAD_BYTES what a project stores, and a node takes 16 uploads at once, 4 of one project; others wait, and 429 where too many do',
  },
  'files.whole': {
    source: 'rule 10.10',
    says: 'Nothing stays of an upload that breaks off, is too large or has another MD5; a stored file that was cut or reordered is not read',
  },
  'files.base64': { source: 'product', says: 'A body over its limit is told of POST files' },
  'files.sdk': {
    source: 'rule 10.8',
    says: 'plugboard.files.upload(content) answers what a tool takes as a file; the command line uploads with --file',
  },
} satisfies Record<string, Requirement>
