/** The text with a character for each byte of its UTF-8. */
const utf8 = (...text: Parameters<typeof String.raw>) => Buffer.from(String.raw(...text)).toString('latin1');
const latin1 = String.raw;

/**
 * Uploads as measured clients write them by default, one for each form: the headers that matter, an empty line, and the
 * body. `{kind}` and `{file}` are the contents of the parts, and `{kind length}` and `{file length}` their bytes; the
 * characters of a text are bytes.
 */
export const clientUploads: Record<string, string> = {
  'curl, with an odd name': utf8`
Content-Type: multipart/form-data; boundary=------------------------30c17df55b3b04d3

--------------------------30c17df55b3b04d3
Content-Disposition: form-data; name="file"; filename="a%22b\c é.jpg"
Content-Type: image/jpeg

{file}
--------------------------30c17df55b3b04d3
Content-Disposition: form-data; name="kind"

{kind}
--------------------------30c17df55b3b04d3--
`,
  'PHP curl, with the path of the file': utf8`
Content-Type: multipart/form-data; boundary=------------------------51f1d99af62b4c16

--------------------------51f1d99af62b4c16
Content-Disposition: form-data; name="file"; filename="f/front.jpg"
Content-Type: application/octet-stream

{file}
--------------------------51f1d99af62b4c16
Content-Disposition: form-data; name="kind"

{kind}
--------------------------51f1d99af62b4c16--
`,
  'Node fetch': utf8`
Content-Type: multipart/form-data; boundary=----formdata-undici-092852713101

------formdata-undici-092852713101
Content-Disposition: form-data; name="file"; filename="front.jpg"
Content-Type: application/octet-stream

{file}
------formdata-undici-092852713101
Content-Disposition: form-data; name="kind"

{kind}
------formdata-undici-092852713101--
`,
  // No space before the boundary.
  'node-fetch 2': utf8`
Content-Type: multipart/form-data;boundary=--------------------------d6be51bc80762b07f1cb4fb1
Transfer-Encoding: chunked

----------------------------d6be51bc80762b07f1cb4fb1
Content-Disposition: form-data; name="file"; filename="front.jpg"
Content-Type: image/jpeg

{file}
----------------------------d6be51bc80762b07f1cb4fb1
Content-Disposition: form-data; name="kind"

{kind}
----------------------------d6be51bc80762b07f1cb4fb1--
`,
  needle: utf8`
Content-Type: multipart/form-data; boundary=--------------------NODENEEDLEHTTPCLIENT

----------------------NODENEEDLEHTTPCLIENT
Content-Disposition: form-data; name="kind"

{kind}
----------------------NODENEEDLEHTTPCLIENT
Content-Disposition: form-data; name="file"; filename="a%22b%5Cc%20%C3%A9.jpg"
Content-Transfer-Encoding: binary
Content-Type: image/jpeg

{file}
----------------------NODENEEDLEHTTPCLIENT--
`,
  requests: utf8`
Content-Type: multipart/form-data; boundary=44fd60a734c20f38186d340ce0f69a45

--44fd60a734c20f38186d340ce0f69a45
Content-Disposition: form-data; name="kind"

{kind}
--44fd60a734c20f38186d340ce0f69a45
Content-Disposition: form-data; name="file"; filename="a%22b\\c é.jpg"

{file}
--44fd60a734c20f38186d340ce0f69a45--
`,
  aiohttp: utf8`
Content-Type: multipart/form-data; boundary=aefdbd10a0a24d87ae97e504c6ae40a4

--aefdbd10a0a24d87ae97e504c6ae40a4
Content-Type: image/jpeg
Content-Disposition: form-data; name="file"; filename="a%22b%5Cc%20%C3%A9.jpg"

{file}
--aefdbd10a0a24d87ae97e504c6ae40a4
Content-Type: text/plain; charset=utf-8
Content-Disposition: form-data; name="kind"

{kind}
--aefdbd10a0a24d87ae97e504c6ae40a4--
`,
  'Go net/http, with a quote in the name': utf8`
Content-Type: multipart/form-data; boundary=85a7c17bbcde1f3772de6b51cc4e442be173f8647c0dbea5159ee5799626

--85a7c17bbcde1f3772de6b51cc4e442be173f8647c0dbea5159ee5799626
Content-Disposition: form-data; name="file"; filename="a\"b\\c é.jpg"
Content-Type: application/octet-stream

{file}
--85a7c17bbcde1f3772de6b51cc4e442be173f8647c0dbea5159ee5799626
Content-Disposition: form-data; name="kind"

{kind}
--85a7c17bbcde1f3772de6b51cc4e442be173f8647c0dbea5159ee5799626--
`,
  'Apache HttpClient 4': utf8`
Content-Type: multipart/form-data; boundary=Kw0bJTI7j1iCJF32Jf5N6M59KSURHPdJGeu

--Kw0bJTI7j1iCJF32Jf5N6M59KSURHPdJGeu
Content-Disposition: form-data; name="file"; filename="front.jpg"
Content-Type: application/octet-stream
Content-Transfer-Encoding: binary

{file}
--Kw0bJTI7j1iCJF32Jf5N6M59KSURHPdJGeu
Content-Disposition: form-data; name="kind"
Content-Type: text/plain; charset=ISO-8859-1
Content-Transfer-Encoding: 8bit

{kind}
--Kw0bJTI7j1iCJF32Jf5N6M59KSURHPdJGeu--
`,
  'Apache HttpClient 5': utf8`
Content-Type: multipart/form-data; charset=ISO-8859-1; boundary=V9dffnGDEYoj4-k-qaq9hRcNEQHxop

--V9dffnGDEYoj4-k-qaq9hRcNEQHxop
Content-Disposition: form-data; name="file"; filename="front.jpg"
Content-Type: application/octet-stream

{file}
--V9dffnGDEYoj4-k-qaq9hRcNEQHxop
Content-Disposition: form-data; name="kind"
Content-Type: text/plain; charset=ISO-8859-1

{kind}
--V9dffnGDEYoj4-k-qaq9hRcNEQHxop--
`,
  'Apache HttpClient 5, with a Spanish name': latin1`
Content-Type: multipart/form-data; charset=ISO-8859-1; boundary=lul5miBEnO0QeWNS4LZUKj0_Kspg0S

--lul5miBEnO0QeWNS4LZUKj0_Kspg0S
Content-Disposition: form-data; name="file"; filename="identificación ñ.jpg"
Content-Type: application/octet-stream

{file}
--lul5miBEnO0QeWNS4LZUKj0_Kspg0S
Content-Disposition: form-data; name="kind"
Content-Type: text/plain; charset=ISO-8859-1

{kind}
--lul5miBEnO0QeWNS4LZUKj0_Kspg0S--
`,
  'Chromium, by a form of a page in ISO-8859-1': latin1`
Content-Type: multipart/form-data; boundary=----WebKitFormBoundaryrvXl1pGy9T0CkSZB

------WebKitFormBoundaryrvXl1pGy9T0CkSZB
Content-Disposition: form-data; name="file"; filename="identificación ñ.jpg"
Content-Type: image/jpeg

{file}
------WebKitFormBoundaryrvXl1pGy9T0CkSZB
Content-Disposition: form-data; name="kind"

{kind}
------WebKitFormBoundaryrvXl1pGy9T0CkSZB--
`,
  OkHttp: utf8`
Content-Type: multipart/form-data; boundary=b1bb23e7-1429-46b4-9a82-f33a20251e8c

--b1bb23e7-1429-46b4-9a82-f33a20251e8c
Content-Disposition: form-data; name="file"; filename="front.jpg"
Content-Type: image/jpeg
Content-Length: {file length}

{file}
--b1bb23e7-1429-46b4-9a82-f33a20251e8c
Content-Disposition: form-data; name="kind"
Content-Length: {kind length}

{kind}
--b1bb23e7-1429-46b4-9a82-f33a20251e8c--
`,
  Faraday: utf8`
Content-Type: multipart/form-data; boundary=-----------RubyMultipartPost-0c05fce44c41fca4afc2dc9dc8bdf23b

-------------RubyMultipartPost-0c05fce44c41fca4afc2dc9dc8bdf23b
Content-Disposition: form-data; name="file"; filename="front.jpg"
Content-Length: {file length}
Content-Type: image/jpeg
Content-Transfer-Encoding: binary

{file}
-------------RubyMultipartPost-0c05fce44c41fca4afc2dc9dc8bdf23b
Content-Disposition: form-data; name="kind"

{kind}
-------------RubyMultipartPost-0c05fce44c41fca4afc2dc9dc8bdf23b--
`,
  'Ruby httpclient': utf8`
Content-Type: multipart/form-data; boundary=e5b25a228e0725ecbf64a0af3905743ba4d3b0d8

--e5b25a228e0725ecbf64a0af3905743ba4d3b0d8
Content-Disposition: form-data; name="file"; filename="front.jpg"; modification-date="Fri, 27 Nov 2026 01:57:15 +0000"; read-date="Fri, 27 Nov 2026 02:28:48 +0000"
Content-Type: image/jpeg

{file}
--e5b25a228e0725ecbf64a0af3905743ba4d3b0d8
Content-Disposition: form-data; name="kind"

{kind}
--e5b25a228e0725ecbf64a0af3905743ba4d3b0d8--
`,
  Symfony: utf8`
Content-Type: multipart/form-data; boundary=mEnTgKE6

--mEnTgKE6
Content-Type: image/jpeg
Content-Transfer-Encoding: 8bit
Content-Disposition: form-data; name="file"; filename="identificación ñ.jpg"

{file}
--mEnTgKE6
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit
Content-Disposition: form-data; name="kind"

{kind}
--mEnTgKE6--
`,
  LWP: utf8`
Content-Type: multipart/form-data; boundary=xYzZY

--xYzZY
Content-Disposition: form-data; name="file"; filename="front.jpg"
Content-Type: image/jpeg

{file}
--xYzZY
Content-Disposition: form-data; name="kind"

{kind}
--xYzZY--
`,
  'Mojolicious, with a name that is encoded twice': utf8`
Content-Type: multipart/form-data; boundary=MKSsX

--MKSsX
Content-Disposition: form-data; name="file"; filename="a%22b\c Ã©.jpg"

{file}
--MKSsX
Content-Disposition: form-data; name="kind"

{kind}
--MKSsX--
`,
  Qt: utf8`
Content-Type: multipart/form-data; boundary="boundary_.oOo._rM8Cu8BSEKtU6dvH4Y+tFvNHaWJR/4eR"
MIME-Version: 1.0

--boundary_.oOo._rM8Cu8BSEKtU6dvH4Y+tFvNHaWJR/4eR
Content-Type: image/jpeg
Content-Disposition: form-data; name="file"; filename="front.jpg"

{file}
--boundary_.oOo._rM8Cu8BSEKtU6dvH4Y+tFvNHaWJR/4eR
Content-Disposition: form-data; name="kind"

{kind}
--boundary_.oOo._rM8Cu8BSEKtU6dvH4Y+tFvNHaWJR/4eR--
`,
  'Mono System.Net.Http': utf8`
Content-Type: multipart/form-data; boundary="11c4e928-5149-492d-b6e2-0ade2dc63eaf"

--11c4e928-5149-492d-b6e2-0ade2dc63eaf
Content-Disposition: form-data; name=file; filename=front.jpg; filename*=utf-8''front.jpg

{file}
--11c4e928-5149-492d-b6e2-0ade2dc63eaf
Content-Type: text/plain; charset=utf-8
Content-Disposition: form-data; name=kind

{kind}
--11c4e928-5149-492d-b6e2-0ade2dc63eaf--
`,
  'Mono System.Net.Http, with a Spanish name': utf8`
Content-Type: multipart/form-data; boundary="071a8b04-18a7-4ec4-8cbe-c746c8c43350"

--071a8b04-18a7-4ec4-8cbe-c746c8c43350
Content-Disposition: form-data; name=file; filename="=?utf-8?B?aWRlbnRpZmljYWNpw7NuIMOxLmpwZw==?="; filename*=utf-8''identificaci%C3%B3n%20%C3%B1.jpg

{file}
--071a8b04-18a7-4ec4-8cbe-c746c8c43350
Content-Type: text/plain; charset=utf-8
Content-Disposition: form-data; name=kind

{kind}
--071a8b04-18a7-4ec4-8cbe-c746c8c43350--
`,
  // The program decides the order, and then the file is the part without a type.
  'Mono System.Net.Http, with the kind first': utf8`
Content-Type: multipart/form-data; boundary="11c4e928-5149-492d-b6e2-0ade2dc63eaf"

--11c4e928-5149-492d-b6e2-0ade2dc63eaf
Content-Type: text/plain; charset=utf-8
Content-Disposition: form-data; name=kind

{kind}
--11c4e928-5149-492d-b6e2-0ade2dc63eaf
Content-Disposition: form-data; name=file; filename=front.jpg; filename*=utf-8''front.jpg

{file}
--11c4e928-5149-492d-b6e2-0ade2dc63eaf--
`,
  reqwest: utf8`
Content-Type: multipart/form-data; boundary=2036b6b412e873ab-b6946b52a51de587-9d4ae1f6894ca25e-cd718c29c76edf40

--2036b6b412e873ab-b6946b52a51de587-9d4ae1f6894ca25e-cd718c29c76edf40
Content-Disposition: form-data; name="file"; filename="front.jpg"
Content-Type: image/jpeg

{file}
--2036b6b412e873ab-b6946b52a51de587-9d4ae1f6894ca25e-cd718c29c76edf40
Content-Disposition: form-data; name="kind"

{kind}
--2036b6b412e873ab-b6946b52a51de587-9d4ae1f6894ca25e-cd718c29c76edf40--
`,
};

/** A request with its body. */
export interface Written {
  headers: Record<string, string>;
  body: string;
}

/** The upload with these contents. */
export function writtenBy(client: string, kind: string, file: string): Written {
  const [head = '', body = ''] = clientUploads[client]!.trimStart().split(/\n\n([\s\S]*)/);
  const headers = head.split('\n').map((line) => /^(.*?): (.*)$/.exec(line)!.slice(1));
  const contents: Record<string, string> = {
    kind,
    file,
    'kind length': String(kind.length),
    'file length': String(file.length),
  };
  return {
    headers: Object.fromEntries(headers) as Written['headers'],
    body: body
      .replaceAll('\n', '\r\n')
      .replaceAll(/\{((?:kind|file)(?: length)?)\}/g, (_, name: string) => contents[name]!),
  };
}
