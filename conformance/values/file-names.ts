/** Names of a file, each of 1 to 400 bytes, that a service might use as a path, a type or a part of a command. */
export const fileNames = [
  '../../../../etc/passwd',
  '..\\..\\evidence.jpg',
  'evidence.exe',
  'evidence.pdf',
  'no-extension',
  '.htaccess',
  `${'x'.repeat(396)}.jpg`,
  // 400 bytes.
  `${'身'.repeat(132)}.jpg`,
  'identificación ñ 身分証.jpg',
  'a;b="c".jpg',
  'a; name=kind.jpg',
  'a; filename=b.png',
  'CON',
  '%2e%2e%2fevidence.jpg',
  '100 % %zz %c3%28 %00 %s.jpg',
  'a\u2028b\u2029c\u202ed\ufeffe\u200bf.jpg',
  "'; DROP TABLE cases;--.jpg",
  'id.front 🪪 1:2|*?<b>.JPG',
  '-rf $HOME `id` [1] #2 & a + b, c~.jpeg',
  // Of these, functions that clean a file name leave nothing, or only an ending.
  '身分証',
  '.jpg',
];
