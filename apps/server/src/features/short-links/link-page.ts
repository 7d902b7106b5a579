import { ERRORS, PRODUCT_NAME } from '@kinreel/contracts';

/** What a person sees who followed a link that no longer works. @param appUrl the app's origin, from configuration */
export function brokenLinkPage(appUrl: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${PRODUCT_NAME}</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f6f7f4; color: #26302a;
  font: 1.125rem/1.6 Blinker, system-ui, sans-serif; }
main { max-width: 32rem; padding: 2rem; text-align: center; }
h1 { font-size: 1.75rem; font-weight: 600; }
a { display: inline-block; padding: 0.75rem 1.5rem; border-radius: 0.5rem; background: #4f6252; color: #fff;
  text-decoration: none; }
a:focus-visible { outline: 3px solid #26302a; outline-offset: 3px; }
</style>
</head>
<body>
<main>
<h1>This link has come to its end</h1>
<p>${ERRORS['link.missing'].message}</p>
<p><a href="${appUrl}/">Go to ${PRODUCT_NAME}</a></p>
</main>
</body>
</html>
`;
}
