# girafa: name="arvore-int"
10 REM ARVORE EM PERCURSO INTERIOR
20 REM e() filho esquerdo, d() irmao direito, p() pai de cada no; 0 = nao tem
30 REM s() os nos ja' impressos, que sao feitos
40 DIM e(40): DIM d(40): DIM p(40): DIM s(20)
50 GO SUB 500
60 LET feitos=0: LET no=raiz
100 REM DESCE ate' 'a folha mais 'a esquerda e imprime-a
110 IF e(no)<>0 THEN LET no=e(no): GO TO 110
120 LET visto=no: GO SUB 400
200 REM SOBE: o pai sai depois do primeiro filho
210 IF p(no)=0 THEN STOP
220 LET visto=p(no): GO SUB 300: IF NOT achou THEN GO SUB 400
230 IF d(no)<>0 THEN LET no=d(no): GO TO 110
240 LET no=visto: GO TO 210
300 REM ACHOU visto entre os impressos?
310 LET achou=1
320 FOR k=1 TO feitos: IF s(k)=visto THEN RETURN
330 NEXT k: LET achou=0: RETURN
400 REM IMPRIME visto e toma nota
410 PRINT "IMPRIMIR ELEMENTO PERCORRIDO ";visto
420 LET feitos=feitos+1: LET s(feitos)=visto: RETURN
500 REM LEITURA dos dez nos; o primeiro e' a raiz
510 FOR k=1 TO 10
520 PRINT "NO'";k;"-->";
530 INPUT no,e(no),d(no),p(no)
540 PRINT no;",";e(no);",";d(no);",";p(no)
550 IF k=1 THEN LET raiz=no
560 NEXT k
570 PRINT : RETURN
