# girafa: name="arvore-pos"
10 REM ARVORE EM PERCURSO POSTERIOR
20 REM e() filho esquerdo, d() irmao direito, p() pai de cada no; 0 = nao tem
30 DIM e(40): DIM d(40): DIM p(40)
40 GO SUB 300
50 LET no=raiz: LET desce=1
100 REM CICLO: quem se alcanca de cima espera pelos filhos, quem se alcanca de um filho sai logo
110 IF desce THEN GO SUB 200
120 PRINT "IMPRIMIR ELEMENTO PERCORRIDO ";no
130 LET desce=(d(no)<>0)
140 IF desce THEN LET no=d(no): GO TO 110
150 LET no=p(no): IF no<>0 THEN GO TO 110
160 STOP
200 REM FOLHA mais 'a esquerda debaixo de no
210 IF e(no)=0 THEN RETURN
220 LET no=e(no): GO TO 210
300 REM LEITURA dos dez nos; o primeiro e' a raiz
310 FOR k=1 TO 10
320 PRINT "NO'";k;"-->";
330 INPUT no,e(no),d(no),p(no)
340 PRINT no;",";e(no);",";d(no);",";p(no)
350 IF k=1 THEN LET raiz=no
360 NEXT k
370 PRINT : RETURN
