// Which files are listings, and when the language server is needed.

import * as vscode from "vscode";

/** The language's id. */
export const LANGUAGE = "sinclair-basic";
/** A listing's first row, as in the manifest: it begins with a line number, or is a comment. */
const FIRST_ROW = /^\s*(\d{1,4}\s|#\s)/;

/** Whether the text of a file begins as a listing does. */
export function isListing(fileName: string, firstRow: string): boolean {
    return /\.bas$/i.test(fileName) && FIRST_ROW.test(firstRow);
}

/**
 * Calls `begin` once a listing is open. VS Code takes all `.bas` files for Visual Basic: those that begin as a listing
 * are given this language, once each, so that a user can choose another.
 */
export function register(begin: () => void): vscode.Disposable {
    const known = new Set<string>();
    let begun = false;
    const look = (document: vscode.TextDocument): void => {
        if (document.languageId === LANGUAGE) {
            if (!begun) {
                begun = true;
                begin();
            }
            return;
        }
        const key = document.uri.toString();
        if (!known.has(key) && isListing(document.fileName, document.lineAt(0).text)) {
            known.add(key);
            void vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
        }
    };
    vscode.workspace.textDocuments.forEach(look);
    return vscode.workspace.onDidOpenTextDocument(look);
}
